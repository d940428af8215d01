import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, object, oneOf, string, stringOrNull } from '../json'
import { inviteKeys } from './keys'
import { parseWithheld, type Withheld } from './withheld'

/** Why an invite opens nothing (rules/invites#invite-screen). */
export const CLOSED_STATES = ['UNKNOWN', 'EXPIRED', 'REDEEMED', 'CANCELLED', 'WITHDRAWN'] as const

export type ClosedState = (typeof CLOSED_STATES)[number]

/** An invite that can be accepted: what its link shows to its holder. */
export interface OpenInvite {
  state: 'ACTIVE'
  email: string
  /** ISO date. */
  expires_at: string
  /** Null when the inviter has no name, or no account any more. */
  inviter: string | null
  /** Titles. */
  courses: string[]
  withheld: Withheld | null
  /** It carries the address of the signed-in person. */
  mine: boolean
}

export type Invite = OpenInvite | { state: ClosedState }

/**
 * The invite behind a link, for visitors and signed-in people alike; an empty token is an unknown
 * one and is not asked for. Fails with a DataError.
 */
export function inviteQuery(client: DataClient, token: string) {
  return queryOptions({
    queryKey: inviteKeys.byToken(token),
    queryFn: async ({ signal }): Promise<Invite> =>
      token
        ? parseInvite(unwrap(await client.rpc('invite_by_token', { token }).abortSignal(signal)))
        : { state: 'UNKNOWN' },
  })
}

/** Reads the answer of `invite_by_token()`; throws DataError `MALFORMED` when it is something else. */
export function parseInvite(json: Json): Invite {
  const row = object(json)
  if (row.state !== 'ACTIVE') return { state: oneOf(CLOSED_STATES, row.state) }
  return {
    state: 'ACTIVE',
    email: string(row.email),
    expires_at: string(row.expires_at),
    inviter: stringOrNull(row.inviter),
    courses: list(row.courses).map(string),
    withheld: parseWithheld(row.withheld),
    mine: boolean(row.mine),
  }
}
