import { EyeOff } from 'lucide-react'
import styles from './results.module.css'

/** The name of a test, after those of the groups that it is in. */
export function TestName({ name, hidden = false }: { name: string; hidden?: boolean }) {
  const groups = name.split(' > ')
  const own = groups.pop()
  return (
    <span dir="auto" className={styles.name}>
      {groups.length > 0 && <span className={styles.group}>{`${groups.join(' › ')} › `}</span>}
      {own}
      {hidden && ' '}
      {hidden && (
        <span className={styles.hidden}>
          <EyeOff aria-hidden="true" />
          Hidden test
        </span>
      )}
    </span>
  )
}
