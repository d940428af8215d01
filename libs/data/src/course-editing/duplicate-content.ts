import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, shape, string } from '../json'
import type { Content } from './delete-content'

/** Reads the id and the title of a copy. */
export const parseCopy = shape({ id: string, title: string })
export type Copy = Answer<typeof parseCopy>

/**
 * Copies a course, module or lesson with its content, but without anybody's progress (rules/courses#duplicate). A
 * copied module or lesson follows its original, and a copied course is a draft of the caller. Repeating the call with
 * the same operation id returns the same copy (rules/data#idempotent). Throws DataError `42501` if the caller may not,
 * or if the original was deleted.
 */
export async function duplicateContent(
  client: Pick<DataClient, 'rpc'>,
  { kind, id, operationId }: Content & { operationId: string },
): Promise<Copy> {
  return parseCopy(await call(client, kind, id, operationId))
}

async function call(
  client: Pick<DataClient, 'rpc'>,
  kind: Content['kind'],
  id: string,
  operation_id: string,
) {
  switch (kind) {
    case 'course':
      return unwrap(await client.rpc('duplicate_course', { course_id: id, operation_id }))
    case 'module':
      return unwrap(await client.rpc('duplicate_module', { module_id: id, operation_id }))
    case 'lesson':
      return unwrap(await client.rpc('duplicate_lesson', { lesson_id: id, operation_id }))
  }
}
