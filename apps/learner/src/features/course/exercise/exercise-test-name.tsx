import { TestName } from '@rookies/ui/components/test-name/test-name'
import { EyeOff } from 'lucide-react'
import styles from './results.module.css'

/** Shows the name of a test of an exercise, and whether the test is hidden. */
export function ExerciseTestName({ name, hidden = false }: { name: string; hidden?: boolean }) {
  return (
    <TestName name={name}>
      {hidden && ' '}
      {hidden && (
        <span className={styles.hidden}>
          <EyeOff aria-hidden="true" />
          Hidden test
        </span>
      )}
    </TestName>
  )
}
