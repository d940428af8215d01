import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { libraryKeys } from '../library/library-query'
import { accessKeys } from '../session/keys'
import { inviteKeys } from './keys'

/**
 * Redeems an invite for the signed-in person, exactly once (rules/invites#accept-signed-in), and forgets what it may
 * have changed: their courses and their rights. Throws DataError; status 422 has its own sentence.
 */
export async function acceptInvite(
  client: DataClient,
  queries: QueryClient,
  token: string,
): Promise<void> {
  unwrap(await client.rpc('accept_invite', { token }))
  // A library that is not on screen must not show its old self first.
  queries.removeQueries({ queryKey: libraryKeys.courses(), type: 'inactive' })
  await Promise.all(
    [libraryKeys.courses(), accessKeys.all, inviteKeys.mine()].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
}
