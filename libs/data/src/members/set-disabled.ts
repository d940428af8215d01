import type { DataClient } from '../client'
import { unwrap } from '../errors'

/** Disables a person's account, or enables it again (rules/access#disabled). Throws like `setRole`. */
export async function setDisabled(
  client: Pick<DataClient, 'rpc'>,
  personId: string,
  disabled: boolean,
): Promise<void> {
  unwrap(await client.rpc('set_disabled', { user_id: personId, disabled }))
}
