import type { DataClient } from '../client'
import { expectRows } from '../errors'

/**
 * Deletes notifications for everybody. Throws DataError, `DENIED` if none was deleted, because the right or the
 * notifications are gone.
 */
export async function deleteNotifications(
  client: Pick<DataClient, 'from'>,
  ids: readonly string[],
): Promise<void> {
  expectRows(await client.from('notifications').delete().in('id', ids).select('id'))
}
