import type { DataClient } from '../client'
import { unwrap } from '../errors'

/**
 * Adds a module behind the last one of a course; the database finds the place, so that two people who
 * add at once do not meet (rules/courses#last-place). Throws DataError: `42501`, `PT422` with the title's sentence.
 */
export async function createModule(
  client: Pick<DataClient, 'rpc'>,
  courseId: string,
  title: string,
): Promise<void> {
  unwrap(await client.rpc('create_module', { course_id: courseId, title }))
}
