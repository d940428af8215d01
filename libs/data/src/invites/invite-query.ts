import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, object, oneOf, string, stringOrNull } from '../json'
import { parseWithheld, type Withheld } from './withheld'

/** Why an invite cannot be accepted (rules/invites#invite-screen). */
export const CLOSED_STATES = [
  'UNKNOWN',
  'EXPIRED',
  'REDEEMED',
  'CANCELLED',
  'WITHDRAWN',
  'FULL',
] as const

export type ClosedState = (typeof CLOSED_STATES)[number]

/** An invite that can be accepted, as its link shows it. */
export interface OpenInvite {
  state: 'ACTIVE'
  email: string
  /** ISO date. */
  expires_at: string
  /** Null if the sender has no name or the account was deleted. */
  inviter: string | null
  /** The name of the person in the list of those who were invited; null if it had none. */
  name: string | null
  /** Titles, without those of the cohort. */
  courses: string[]
  /** The cohort that the person joins; null for none. */
  cohort: InvitedCohort | null
  /** The slug of the course to which the person goes after signing up; null for the library (rules/invites#invite-landing). */
  opens: string | null
  withheld: Withheld | null
  /** Whether the invite is addressed to the signed-in person's email. */
  mine: boolean
}

export interface InvitedCohort {
  title: string
  /** A day in the cohort's zone. */
  starts_on: string
  time_zone: string
  /** Titles. */
  courses: string[]
}

export type Invite = OpenInvite | { state: ClosedState }

/**
 * The invite of a link, for visitors and signed-in people. An empty token counts as unknown without a request. Fails
 * with a DataError.
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

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseInvite(json: Json): Invite {
  const row = object(json)
  if (row.state !== 'ACTIVE') return { state: oneOf(CLOSED_STATES, row.state) }
  const cohort = row.cohort ? object(row.cohort) : null
  if (cohort?.full === true) return { state: 'FULL' }
  return {
    state: 'ACTIVE',
    email: string(row.email),
    expires_at: string(row.expires_at),
    inviter: stringOrNull(row.inviter),
    name: stringOrNull(row.name ?? null),
    courses: list(row.courses).map(string),
    cohort: cohort && {
      title: string(cohort.title),
      starts_on: string(cohort.starts_on),
      time_zone: string(cohort.time_zone),
      courses: list(cohort.courses).map(string),
    },
    opens: stringOrNull(row.opens),
    withheld: parseWithheld(row.withheld),
    mine: boolean(row.mine),
  }
}

/** Query keys of invites as their recipients see them. */
export const inviteKeys = {
  /** The pending invite of the signed-in person. */
  mine: () => ['invites', 'mine'] as const,
  byToken: (token: string) => ['invites', 'token', token] as const,
}
