import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { object, string } from '../json'
import type { Content } from './delete-content'

/** What was made of something: its id, and the title that it goes by. */
export interface Copy {
  id: string
  title: string
}

/**
 * Makes the like of a course, module or lesson, with all that lies below and without anybody's progress
 * (rules/courses#duplicate): a module or lesson right after itself, a course as a draft of the caller. Throws
 * DataError `42501` when the caller may not, or when it is gone.
 */
export async function duplicateContent(
  client: Pick<DataClient, 'rpc'>,
  { kind, id }: Content,
): Promise<Copy> {
  const answer = object(await call(client, kind, id))
  return { id: string(answer.id), title: string(answer.title) }
}

async function call(client: Pick<DataClient, 'rpc'>, kind: Content['kind'], id: string) {
  switch (kind) {
    case 'course':
      return unwrap(await client.rpc('duplicate_course', { course_id: id }))
    case 'module':
      return unwrap(await client.rpc('duplicate_module', { module_id: id }))
    case 'lesson':
      return unwrap(await client.rpc('duplicate_lesson', { lesson_id: id }))
  }
}
