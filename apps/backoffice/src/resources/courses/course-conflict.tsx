import type { EditorCourse } from '@rookies/data/course-editing/course-edit'
import {
  type CourseField,
  courseFieldName,
  courseFieldText,
  courseFormValues,
} from '@rookies/data/course-editing/course-form'
import { Conflict } from '../../ui/conflict'

interface CourseConflictProps {
  /** The course as it stands in the database. */
  course: EditorCourse
  /** What another person changed since the form was filled. */
  fields: readonly CourseField[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** What another person saved of the course while it was being edited here. */
export function CourseConflict({ course, fields, ...acts }: CourseConflictProps) {
  const theirs = courseFormValues(course)
  return (
    <Conflict
      title="Someone else changed this course"
      theirs={fields.map((field) => ({
        key: field,
        label: courseFieldName(field),
        text: courseFieldText(field, theirs[field]),
      }))}
      {...acts}
    />
  )
}
