import type { Database } from '../database.gen'
import {
  COURSE_FIELDS,
  type CourseField,
  type CourseFormValues,
  changedCourseFields,
  courseColumns,
} from './course-form'

type CourseRow = Database['public']['Tables']['courses']['Row']

/** The columns that the editor's header and form need. */
export const EDITOR_COLUMNS =
  'id, title, slug, description, category, author_name, author_description, thumbnail_url, status, created_by_id, updated_at'

export type EditorCourse = Pick<
  CourseRow,
  CourseField | 'id' | 'status' | 'created_by_id' | 'updated_at'
>

/** Returns only the changed columns, as the database stores them. */
export function editedColumns(
  before: CourseFormValues,
  typed: CourseFormValues,
): Partial<CourseRow> {
  const columns = courseColumns(typed)
  const changed = changedCourseFields(before, typed)
  return Object.fromEntries(
    COURSE_FIELDS.filter((field) => changed.includes(field)).map((field) => [
      field,
      columns[field],
    ]),
  )
}
