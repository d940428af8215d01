import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { unwrap } from '../errors'

/** The arguments for a new module. */
export type NewModule = Database['public']['Functions']['create_module']['Args']

/**
 * Creates one of Refine's `modules` as the last of a course. The database determines the position, so that two people
 * can add modules at the same time (rules/courses#last-place). Throws DataError: `42501`, `PT422` with the sentence for
 * the title.
 */
export async function createModule(
  client: Pick<DataClient, 'rpc'>,
  { course_id, title }: NewModule,
): Promise<void> {
  unwrap(await client.rpc('create_module', { course_id, title }))
}
