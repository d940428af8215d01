import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { object, string } from '../json'
import type { Content } from './delete-content'

/** The id and the title of a copy. */
export interface Copy {
  id: string
  title: string
}

/**
 * Copies a course, module or lesson with its content and without anybody's progress (rules/courses#duplicate): a module
 * or lesson follows its original, a course becomes a draft of the caller. The same operation again returns the copy
 * that it made (rules/data#idempotent). Throws DataError `42501` if the caller may not, or if it was deleted.
 */
export async function duplicateContent(
  client: Pick<DataClient, 'rpc'>,
  { kind, id, operationId }: Content & { operationId: string },
): Promise<Copy> {
  const answer = object(await call(client, kind, id, operationId))
  return { id: string(answer.id), title: string(answer.title) }
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
