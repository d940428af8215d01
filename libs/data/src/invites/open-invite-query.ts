import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { object, string } from '../json'
import { inviteKeys, type OpenInvite, parseInvite } from './invite-query'

/** A pending invite of the signed-in person, and the token that accepts it. */
export interface PendingInviteData extends OpenInvite {
  token: string
}

/**
 * The pending invite for the signed-in person's email, or null. It is read once, and again after an invite was accepted
 * (rules/invites#accept-signed-in). Fails with a DataError.
 */
export function openInviteQuery(client: DataClient) {
  return queryOptions({
    queryKey: inviteKeys.mine(),
    meta: { oftenEmpty: true },
    queryFn: async ({ signal }): Promise<PendingInviteData | null> =>
      parseOpenInvite(
        unwrap(await client.rpc('my_open_invite', undefined, { get: true }).abortSignal(signal)),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseOpenInvite(json: Json): PendingInviteData | null {
  if (json === null) return null
  const invite = parseInvite(json)
  return invite.state === 'ACTIVE' ? { ...invite, token: string(object(json).token) } : null
}
