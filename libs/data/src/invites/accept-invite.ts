import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { libraryKeys } from '../library/library-query'
import { accessKeys } from '../session/keys'
import { inviteKeys } from './keys'

/**
 * Accepts an invite for the signed-in person, exactly once (rules/invites#accept-signed-in), and invalidates what it
 * may have changed: the courses and the rights. Throws DataError; the message of status 422 is meant for the person.
 */
export async function acceptInvite(
  client: DataClient,
  queries: QueryClient,
  token: string,
): Promise<void> {
  unwrap(await client.rpc('accept_invite', { token }))
  // An inactive query is removed, so that the library does not show its old courses first.
  queries.removeQueries({ queryKey: libraryKeys.courses(), type: 'inactive' })
  await Promise.all(
    [libraryKeys.courses(), accessKeys.all, inviteKeys.mine()].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
}
