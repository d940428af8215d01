import type { ReadingProgress } from '@rookies/data/course-import/collect-files'
import { Button } from 'antd'
import styles from './import.module.css'
import { ImportProgress } from './import-progress'
import { useHeadingFocus } from './use-heading-focus'

interface ReadingStateProps {
  progress: ReadingProgress | null
  onCancel: () => void
}

/** While the files are read, with a way out. */
export function ReadingState({ progress, onCancel }: ReadingStateProps) {
  const heading = useHeadingFocus()
  return (
    <section className={styles.card} aria-labelledby="import-reading">
      <h2 id="import-reading" ref={heading} tabIndex={-1} className={styles.heading}>
        Reading…
      </h2>
      {progress ? (
        <ImportProgress
          {...progress}
          label="Files that have been read"
          doing="Reading"
          what="files"
        />
      ) : (
        <p className={styles.muted}>Looking what there is</p>
      )}
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </section>
  )
}
