import type { DataClient } from '../client'
import { expectRows } from '../errors'

/**
 * Takes notifications from everybody who has them. Throws DataError, `DENIED` when none was
 * deleted: the right is gone, or they were.
 */
export async function deleteNotifications(
  client: Pick<DataClient, 'from'>,
  ids: readonly string[],
): Promise<void> {
  expectRows(await client.from('notifications').delete().in('id', ids).select('id'))
}
