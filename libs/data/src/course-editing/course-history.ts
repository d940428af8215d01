import { parseActor } from '../audit/actor'
import { fieldChanges } from '../audit/audit-record'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, both, changed, listOf, number, orNull, shape, string } from '../json'

/** Fields that the database changes by itself. The history does not list them. */
const UNLISTED_FIELDS = new Set(['updated_at', 'order', 'index', 'sort_order', 'content_length'])

const parseRecord = both(
  parseActor,
  shape({
    id: number,
    /** The name of the action in the audit log, such as `lesson.update`. */
    action: string,
    /** The title that the course, module, lesson or attachment had at that time; null if unknown. */
    title: orNull(string),
    /** ISO date. */
    created_at: string,
    lesson_id: orNull(string),
    version: orNull(string),
    before: (value): Json => value ?? null,
    after: (value): Json => value ?? null,
  }),
)
const parseChange = changed(parseRecord, ({ lesson_id, version, before, after, ...record }) => ({
  ...record,
  /** The version of a lesson that the change created; null if it changed no text or the version was deleted. */
  version: lesson_id !== null && version !== null ? { lessonId: lesson_id, id: version } : null,
  /** The changed fields; empty if the action only added, deleted or moved something. */
  changes: /\.(update|restore_version)$/.test(record.action)
    ? fieldChanges(before, after).changes.filter(({ field }) => !UNLISTED_FIELDS.has(field))
    : [],
}))
/** One change of a course or of its content. */
export type CourseChange = Answer<typeof parseChange>

export const parseCourseHistory = listOf(parseChange)

/** The number of changes per page. */
export const HISTORY_PAGE_SIZE = 50

/**
 * Reads a page of the changes of a course, newest first (rules/courses#history), beginning after a given change; null
 * for the first page. Fails with a DataError, `42501` for callers who may not read them.
 */
export async function readCourseHistory(
  client: Pick<DataClient, 'rpc'>,
  { courseId, after }: { courseId: string; after: string | null },
  signal: AbortSignal,
): Promise<CourseChange[]> {
  const args = { course_id: courseId, ...(after !== null && { after }) }
  return parseCourseHistory(unwrap(await client.rpc('course_history', args).abortSignal(signal)))
}

/** Returns the cursor of a change, from which the next page is read. */
export function changePlace({ created_at, id }: Pick<CourseChange, 'created_at' | 'id'>): string {
  return `${created_at},${id}`
}
