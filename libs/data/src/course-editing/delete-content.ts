import type { DataClient } from '../client'
import { unwrap } from '../errors'

type Caller = Pick<DataClient, 'rpc'>

/** What the catalogue deletes and restores. */
export type Content = { kind: 'course' | 'module' | 'lesson'; id: string }

/**
 * Marks a course, module or lesson deleted, with all that lies below; it can be restored for 30 days
 * with every completion (rules/courses#bin). Throws DataError `42501` when the caller may not, or when
 * another person was quicker.
 */
export async function deleteContent(client: Caller, { kind, id }: Content): Promise<void> {
  switch (kind) {
    case 'course':
      unwrap(await client.rpc('delete_course', { course_id: id }))
      return
    case 'module':
      unwrap(await client.rpc('delete_module', { module_id: id }))
      return
    case 'lesson':
      unwrap(await client.rpc('delete_lesson', { lesson_id: id }))
  }
}

/**
 * Brings back what was deleted, with all that went with it; modules and lessons come back last. Throws DataError: `42501`, or `PT409` with hint `SLUG_TAKEN` when another course
 * has the slug by now.
 */
export async function restoreContent(client: Caller, { kind, id }: Content): Promise<void> {
  switch (kind) {
    case 'course':
      unwrap(await client.rpc('restore_course', { course_id: id }))
      return
    case 'module':
      unwrap(await client.rpc('restore_module', { module_id: id }))
      return
    case 'lesson':
      unwrap(await client.rpc('restore_lesson', { lesson_id: id }))
  }
}
