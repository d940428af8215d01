import { ACTOR_KINDS, type Actor } from '../audit/actor'
import { type FieldChange, fieldChanges } from '../audit/audit-record'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'

/** One change of a course or of what is in it. */
export interface CourseChange extends Actor {
  id: number
  /** As the audit names it: `lesson.update`. */
  action: string
  /** What the course, module, lesson or attachment was called then; null where that is not known. */
  title: string | null
  /** ISO date. */
  created_at: string
  /** The version of a lesson that a change of its text made; null for all else, and once it is kept no longer. */
  version: { lessonId: string; id: string } | null
  /** Field by field; empty for what only came, went or moved. */
  changes: FieldChange[]
}

/** Changes that come at once. */
export const HISTORY_PAGE_SIZE = 50

/**
 * The changes of a course, the newest first (rules/courses#history).
 * In: the course, and the change behind which to go on; null for the newest. Fails with a DataError, `42501`
 * for callers who may not read it.
 */
export async function readCourseHistory(
  client: Pick<DataClient, 'rpc'>,
  { courseId, after }: { courseId: string; after: string | null },
  signal: AbortSignal,
): Promise<CourseChange[]> {
  const args = { course_id: courseId, ...(after !== null && { after }) }
  return list(unwrap(await client.rpc('course_history', args).abortSignal(signal))).map(parseChange)
}

/** The place of a change, behind which older ones are read. */
export function changePlace({ created_at, id }: Pick<CourseChange, 'created_at' | 'id'>): string {
  return `${created_at},${id}`
}

/** Nobody reads these as a change of theirs. */
const UNSAID = new Set(['updated_at', 'order', 'index', 'sort_order', 'content_length'])

function parseChange(json: Json): CourseChange {
  const row = object(json)
  const action = string(row.action)
  const isUpdate = action.endsWith('.update') || action.endsWith('.restore_version')
  const [lessonId, version] = [stringOrNull(row.lesson_id), stringOrNull(row.version)]
  return {
    id: number(row.id),
    action,
    title: stringOrNull(row.title),
    created_at: string(row.created_at),
    who: stringOrNull(row.who),
    by: oneOf(ACTOR_KINDS, row.by),
    version: lessonId !== null && version !== null ? { lessonId, id: version } : null,
    changes: isUpdate
      ? fieldChanges(row.before ?? null, row.after ?? null).changes.filter(
          ({ field }) => !UNSAID.has(field),
        )
      : [],
  }
}
