import type { Database } from '../database.gen'
import {
  COURSE_FIELDS,
  type CourseField,
  type CourseFormValues,
  changedCourseFields,
  courseColumns,
  courseFormValues,
} from './course-form'

type CourseRow = Database['public']['Tables']['courses']['Row']

/** The columns of the editor's header and form. */
export const EDITOR_COLUMNS =
  'id, title, slug, description, category, author_name, author_description, thumbnail_url, status, created_by_id, updated_at'

export type EditorCourse = Pick<
  CourseRow,
  CourseField | 'id' | 'status' | 'created_by_id' | 'updated_at'
>

/** The version of a course that an edit began with. */
export interface EditBase {
  /** `updated_at` of that version. A save succeeds only while it is the latest. */
  version: string
  values: CourseFormValues
  /** Earlier versions, one of which a late answer may still contain. */
  past: readonly string[]
}

/** Returns the base of an edit that begins with this row, or continues with it after an earlier base. */
export function editBase(course: EditorCourse, after?: EditBase): EditBase {
  return {
    version: course.updated_at,
    values: courseFormValues(course),
    past: after ? [...after.past, after.version] : [],
  }
}

/**
 * What a newly read row means for an edit, so that two people never overwrite each other without knowing
 * (rules/courses#stale-save). `same`: nothing is new. `follow`: nothing in the form is new, or nothing was typed, so
 * the edit continues from this row. `conflict`: another person changed `theirs` while something was typed here, and the
 * person decides.
 */
export type Arrival =
  | { kind: 'same' }
  | { kind: 'follow' }
  | { kind: 'conflict'; theirs: CourseField[] }

/** Compares a newly read course with an edit, and names the fields in conflict (rules/interface#nothing-lost). */
export function arrival(base: EditBase, typed: CourseFormValues, row: EditorCourse): Arrival {
  if (row.updated_at === base.version || base.past.includes(row.updated_at)) return { kind: 'same' }
  const theirs = changedCourseFields(base.values, courseFormValues(row))
  const mine = changedCourseFields(base.values, typed)
  return theirs.length === 0 || mine.length === 0
    ? { kind: 'follow' }
    : { kind: 'conflict', theirs }
}

/** Returns the other person's version with the fields changed here on top, so that nothing typed is lost. */
export function mergeEdits(
  base: EditBase,
  typed: CourseFormValues,
  latest: EditorCourse,
): CourseFormValues {
  const merged = courseFormValues(latest)
  for (const field of changedCourseFields(base.values, typed)) merged[field] = typed[field]
  return merged
}

/** Returns only the changed columns, as the database stores them. */
export function editedColumns(base: EditBase, typed: CourseFormValues): Partial<CourseRow> {
  const columns = courseColumns(typed)
  const changed = changedCourseFields(base.values, typed)
  return Object.fromEntries(
    COURSE_FIELDS.filter((field) => changed.includes(field)).map((field) => [
      field,
      columns[field],
    ]),
  )
}
