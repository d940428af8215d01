import type { DataClient } from '../client'
import { unwrap } from '../errors'
import type { Content } from './delete-content'

type Caller = Pick<DataClient, 'rpc'>

/** Deleted content that can be restored. */
export interface DeletedContent extends Content {
  title: string
  /** The title of the module that contains a deleted lesson. */
  from: string | null
  /** ISO date. */
  deletedAt: string
  /** The number of lessons that are restored with it. */
  lessons: number
}

/**
 * Reads what the caller can restore, the latest first (rules/courses#bin): modules and lessons of a course, or courses
 * if `courseId` is null. Fails with a DataError.
 */
export function readBin(client: Caller, courseId: string | null): Promise<DeletedContent[]> {
  return courseId === null ? deletedCourses(client) : deletedContent(client, courseId)
}

async function deletedCourses(client: Caller): Promise<DeletedContent[]> {
  const rows = unwrap(await client.rpc('deleted_courses'))
  return rows.map(({ id, title, deleted_at, lessons }) => ({
    kind: 'course',
    id,
    title,
    from: null,
    deletedAt: deleted_at,
    lessons,
  }))
}

async function deletedContent(client: Caller, courseId: string): Promise<DeletedContent[]> {
  const rows = unwrap(await client.rpc('deleted_content', { course_id: courseId }))
  return rows.map((row) => ({
    kind: row.kind === 'module' ? 'module' : 'lesson',
    id: row.id,
    title: row.title,
    from: row.module_title,
    deletedAt: row.deleted_at,
    lessons: row.lessons,
  }))
}
