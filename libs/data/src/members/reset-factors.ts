import type { DataClient } from '../client'
import { unwrap } from '../errors'

/**
 * Removes a person's second factors and recovery codes and signs the person out everywhere. Throws DataError: `42501`,
 * `PT409` with hint `OWN_ACCOUNT` and the sentence to show, `PT404` if the account was deleted.
 */
export async function resetFactors(
  client: Pick<DataClient, 'rpc'>,
  personId: string,
): Promise<void> {
  unwrap(await client.rpc('reset_factors', { user_id: personId }))
}
