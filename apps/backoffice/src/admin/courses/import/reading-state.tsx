import type { ReadingProgress } from '@rookies/data/course-import/gathered'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import { Button } from 'antd'
import styles from './import.module.css'
import { useHeadingFocus } from './use-heading-focus'

interface ReadingStateProps {
  progress: ReadingProgress | null
  onCancel: () => void
}

/** While the files are read, with a way out. */
export function ReadingState({ progress, onCancel }: ReadingStateProps) {
  const heading = useHeadingFocus()
  const { done, total } = progress ?? { done: 0, total: 0 }
  return (
    <section className={styles.card} aria-labelledby="import-reading">
      <h2 id="import-reading" ref={heading} tabIndex={-1} className={styles.heading}>
        Reading…
      </h2>
      <ProgressBar
        percent={total === 0 ? 0 : Math.round((done / total) * 100)}
        label="Files that have been read"
      />
      <p className={styles.muted}>
        {total === 0 ? 'Looking what there is' : `${done} of ${total} files`}
      </p>
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </section>
  )
}
