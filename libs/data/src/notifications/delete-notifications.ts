import type { DataClient } from '../client'
import { expectRows } from '../errors'

/**
 * Deletes notifications for all their recipients. Throws DataError, `DENIED` if none was deleted, because the caller
 * may not or they were deleted before.
 */
export async function deleteNotifications(
  client: Pick<DataClient, 'from'>,
  ids: readonly string[],
): Promise<void> {
  expectRows(await client.from('notifications').delete().in('id', ids).select('id'))
}
