import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { expectRow } from '../errors'

/**
 * Shows a course to learners, or takes it from them. Throws DataError; code `DENIED` when it is gone
 * or the caller may not.
 */
export async function setCourseStatus(
  client: Pick<DataClient, 'from'>,
  courseId: string,
  status: Database['public']['Enums']['course_status'],
): Promise<void> {
  expectRow(await client.from('courses').update({ status }).eq('id', courseId).select('id'))
}
