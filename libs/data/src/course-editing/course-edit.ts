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

/** The columns that the editor's head and form show. */
export const EDITOR_COLUMNS =
  'id, title, slug, description, category, author_name, author_description, thumbnail_url, status, created_by_id, updated_at'

export type EditorCourse = Pick<
  CourseRow,
  CourseField | 'id' | 'status' | 'created_by_id' | 'updated_at'
>

/** The version of a course that edits started from. */
export interface EditBase {
  /** `updated_at` of that version: a save goes through only while it still is the latest. */
  version: string
  values: CourseFormValues
  /** Versions that this one came after; a late answer may still bring one of them. */
  past: readonly string[]
}

/** The base of an edit that begins with this row, or that goes on with it after an earlier base. */
export function editBase(course: EditorCourse, after?: EditBase): EditBase {
  return {
    version: course.updated_at,
    values: courseFormValues(course),
    past: after ? [...after.past, after.version] : [],
  }
}

/**
 * What the row at hand means for an edit under way, so that two people in one course never write
 * over each other without knowing (rules/courses#stale-save).
 * `same`: nothing new. `follow`: nothing that the form shows is new, or nothing was typed, so the
 * edit goes on from this row. `conflict`: another person changed `theirs` while something was typed
 * here, and the person decides.
 */
export type Arrival =
  | { kind: 'same' }
  | { kind: 'follow' }
  | { kind: 'conflict'; theirs: CourseField[] }

/**
 * What a newly read course means for who is typing: nothing new, to be followed, or in conflict,
 * with the fields that another person changed (rules/interface#nothing-lost).
 */
export function arrival(base: EditBase, typed: CourseFormValues, row: EditorCourse): Arrival {
  if (row.updated_at === base.version || base.past.includes(row.updated_at)) return { kind: 'same' }
  const theirs = changedCourseFields(base.values, courseFormValues(row))
  const mine = changedCourseFields(base.values, typed)
  return theirs.length === 0 || mine.length === 0
    ? { kind: 'follow' }
    : { kind: 'conflict', theirs }
}

/** Their version, with the fields that were changed here put back on top: nothing typed is lost. */
export function mergeEdits(
  base: EditBase,
  typed: CourseFormValues,
  latest: EditorCourse,
): CourseFormValues {
  const merged = courseFormValues(latest)
  for (const field of changedCourseFields(base.values, typed)) merged[field] = typed[field]
  return merged
}

/** Only the columns that an edit changes, as the database stores them. */
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
