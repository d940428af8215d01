import type { DataClient } from '../client'
import { unwrap } from '../errors'

/** Closes a person's account to them, or opens it again (rules/access#disabled). Throws as `setRole` does. */
export async function setDisabled(
  client: Pick<DataClient, 'rpc'>,
  personId: string,
  disabled: boolean,
): Promise<void> {
  unwrap(await client.rpc('set_disabled', { user_id: personId, disabled }))
}
