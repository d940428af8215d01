import { ACTOR_KINDS, type Actor } from '../audit/actor'
import { type FieldChange, fieldChanges } from '../audit/audit-record'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'

/** One change of a course or of its content. */
export interface CourseChange extends Actor {
  id: number
  /** The audit log's name of the action: `lesson.update`. */
  action: string
  /** The title of the course, module, lesson or attachment at that time; null if unknown. */
  title: string | null
  /** ISO date. */
  created_at: string
  /**
   * The version of a lesson that a change of its text created; null for other changes, and once the version was
   * deleted.
   */
  version: { lessonId: string; id: string } | null
  /** The changed fields; empty if something was only added, deleted or moved. */
  changes: FieldChange[]
}

/** The number of changes per page. */
export const HISTORY_PAGE_SIZE = 50

/**
 * Reads the changes of a course, newest first (rules/courses#history), after a given change; null for the newest. Fails
 * with a DataError, `42501` for callers who may not read them.
 */
export async function readCourseHistory(
  client: Pick<DataClient, 'rpc'>,
  { courseId, after }: { courseId: string; after: string | null },
  signal: AbortSignal,
): Promise<CourseChange[]> {
  const args = { course_id: courseId, ...(after !== null && { after }) }
  return list(unwrap(await client.rpc('course_history', args).abortSignal(signal))).map(parseChange)
}

/** Returns the position of a change, after which older ones are read. */
export function changePlace({ created_at, id }: Pick<CourseChange, 'created_at' | 'id'>): string {
  return `${created_at},${id}`
}

/** These fields change without a person's doing. */
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
