import type { QueryClient } from '@tanstack/react-query'
import { accessKeys } from '../access/keys'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { libraryKeys } from '../library/keys'

/**
 * Redeems an invite for whoever is signed in, exactly once (decisions §4), and forgets what it may
 * have changed: their courses and their rights. Throws DataError; status 422 has its own sentence.
 */
export async function acceptInvite(
  client: DataClient,
  queries: QueryClient,
  token: string,
): Promise<void> {
  unwrap(await client.rpc('accept_invite', { token }))
  queries.removeQueries({ queryKey: libraryKeys.courses() })
  await queries.invalidateQueries({ queryKey: accessKeys.all })
}
