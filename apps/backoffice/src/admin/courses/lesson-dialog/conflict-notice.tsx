import { lessonFieldName, lessonFieldText } from '@rookies/data/course-editing/lesson-form'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import styles from '../course-conflict.module.css'
import type { LessonConflict } from './use-lesson-editor'

interface ConflictNoticeProps {
  conflict: LessonConflict
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Tells the second of two editors what the first one saved, before anything is written over. */
export function ConflictNotice({ conflict, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const { theirs, fields, mine } = conflict
  const notice = useRef<HTMLDivElement>(null)

  // Save stands at the other end of the dialog.
  useEffect(() => notice.current?.focus(), [])

  return (
    <div ref={notice} className={styles.conflict} role="alert" tabIndex={-1}>
      <h3 className={styles.title}>Someone else has saved this lesson</h3>
      <p>Your changes are not saved yet. This was saved by someone else:</p>
      <dl className={styles.list}>
        {fields.map((field) => (
          <div key={field}>
            <dt>
              {lessonFieldName(field)}
              {mine.includes(field) && ' (you changed it too)'}
            </dt>
            <dd>{lessonFieldText(field, theirs) || '(empty)'}</dd>
          </div>
        ))}
      </dl>
      <p>
        Keep yours: what you changed stays, the rest is taken from theirs, and you can look at it
        before you save.
      </p>
      <div className={styles.actions}>
        <Button onClick={onKeepMine}>Keep My Changes</Button>
        <Button onClick={onTakeTheirs}>Use Their Version</Button>
      </div>
    </div>
  )
}
