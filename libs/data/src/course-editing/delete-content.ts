import type { DataClient } from '../client'
import { unwrap } from '../errors'

type Caller = Pick<DataClient, 'rpc'>

/** A course, module or lesson to delete or restore. */
export type Content = { kind: 'course' | 'module' | 'lesson'; id: string }

/**
 * Moves a course, module or lesson with its content to the bin. For 30 days it can be restored together with all
 * completions (rules/courses#bin). Throws DataError `42501` if the caller may not, or if another person has already
 * deleted it.
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
 * Restores a deleted course, module or lesson, with the content that was deleted with it, to its previous place
 * (rules/courses#bin). Throws DataError: `42501`, or `PT409` with hint `SLUG_TAKEN` if another course has the slug by
 * now.
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
