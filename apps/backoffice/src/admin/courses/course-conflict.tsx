import type { EditorCourse } from '@rookies/data/course-editing/course-edit'
import {
  type CourseField,
  courseFieldName,
  courseFormValues,
} from '@rookies/data/course-editing/course-form'
import { Button } from 'antd'
import styles from './course-conflict.module.css'

interface CourseConflictProps {
  /** The course as it stands in the database. */
  course: EditorCourse
  /** What another person changed since the form was filled. */
  fields: readonly CourseField[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Tells the second of two editors what the first one saved, before anything is written over. */
export function CourseConflict({ course, fields, onKeepMine, onTakeTheirs }: CourseConflictProps) {
  const theirs = courseFormValues(course)
  return (
    <div className={styles.conflict} role="alert">
      <h3 className={styles.title}>Someone else changed this course</h3>
      <p>Your changes are not saved yet. This was saved by someone else:</p>
      <dl className={styles.list}>
        {fields.map((field) => (
          <div key={field}>
            <dt>{courseFieldName(field)}</dt>
            <dd>{theirs[field] || '(empty)'}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button onClick={onKeepMine}>Keep My Changes</Button>
        <Button onClick={onTakeTheirs}>Use Their Version</Button>
      </div>
    </div>
  )
}
