import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { expectRow } from '../errors'

/** Publishes or unpublishes a course. Throws DataError; code `DENIED` if it was deleted or the caller may not. */
export async function setCourseStatus(
  client: Pick<DataClient, 'from'>,
  courseId: string,
  status: Database['public']['Enums']['course_status'],
): Promise<void> {
  expectRow(await client.from('courses').update({ status }).eq('id', courseId).select('id'))
}
