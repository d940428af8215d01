import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { unwrap } from '../errors'

/** What a new module needs. */
export type NewModule = Database['public']['Functions']['create_module']['Args']

/**
 * How one of Refine's `modules` is created: adds a module behind the last one of a course; the database finds the place, so that two people who
 * add at once do not meet (rules/courses#last-place). Throws DataError: `42501`, `PT422` with the title's sentence.
 */
export async function createModule(
  client: Pick<DataClient, 'rpc'>,
  { course_id, title }: NewModule,
): Promise<void> {
  unwrap(await client.rpc('create_module', { course_id, title }))
}
