import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, orNull, shape, string } from '../json'
import { inviteKeys, parseInvite } from './invite-query'

const parseToken = shape({ token: string })
export const parseOpenInvite = orNull((answer) => {
  const invite = parseInvite(answer)
  return invite.state === 'ACTIVE' ? { ...invite, ...parseToken(answer) } : null
})
/** A pending invite of the signed-in person, and the token that accepts it. */
export type PendingInviteData = NonNullable<Answer<typeof parseOpenInvite>>

/**
 * Reads the pending invite for the signed-in person's email; null if there is none. It is read once, and again after an
 * invite was accepted (rules/invites#accept-signed-in). Fails with a DataError.
 */
export function openInviteQuery(client: DataClient) {
  return queryOptions({
    queryKey: inviteKeys.mine(),
    meta: { oftenEmpty: true },
    queryFn: async ({ signal }) =>
      parseOpenInvite(
        unwrap(await client.rpc('my_open_invite', undefined, { get: true }).abortSignal(signal)),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
