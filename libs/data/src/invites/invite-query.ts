import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  boolean,
  flag,
  listOf,
  orNull,
  type Schema,
  shape,
  string,
} from '../json'
import { parseWithheld } from './withheld'

/** The reasons why an invite cannot be accepted (rules/invites#invite-screen). */
export const CLOSED_STATES = [
  'UNKNOWN',
  'EXPIRED',
  'REDEEMED',
  'CANCELLED',
  'WITHDRAWN',
  'FULL',
] as const

export type ClosedState = (typeof CLOSED_STATES)[number]

const parseOpen = shape({
  state: among(['ACTIVE']),
  email: string,
  /** ISO date. */
  expires_at: string,
  /** The name of the sender; null if there is none or the account was deleted. */
  inviter: orNull(string),
  /** The name of the invited person in the sender's list; null if the list contained none. */
  name: orNull(string),
  /** The titles of the courses, without those of the cohort. */
  courses: listOf(string),
  /** The cohort that the person will join; null if there is none. */
  cohort: orNull(
    shape({
      title: string,
      /** A day in the cohort's zone. */
      starts_on: string,
      time_zone: string,
      /** Titles. */
      courses: listOf(string),
    }),
  ),
  /** The slug of the course that opens after signing up; null for the library (rules/invites#invite-landing). */
  opens: orNull(string),
  withheld: parseWithheld,
  /** Whether the email of the invite is that of the signed-in person. */
  mine: boolean,
})
/** An invite that can be accepted, in the form in which its link shows it. */
export type OpenInvite = Answer<typeof parseOpen>

export type Invite = OpenInvite | { state: ClosedState }

const parseState = shape({
  state: among(['ACTIVE', ...CLOSED_STATES]),
  cohort: orNull(shape({ full: flag })),
})

/** Parses an invite. An invite to a cohort that is full counts as closed. */
export const parseInvite: Schema<Invite> = (answer) => {
  const { state, cohort } = parseState(answer)
  if (state !== 'ACTIVE') return { state }
  return cohort?.full ? { state: 'FULL' } : parseOpen(answer)
}

/**
 * Reads the invite of a link, for visitors and signed-in people. An empty token is unknown and sends no request. Fails
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

/** Query keys of invites for their recipients. */
export const inviteKeys = {
  /** The pending invite of the signed-in person. */
  mine: () => ['invites', 'mine'] as const,
  byToken: (token: string) => ['invites', 'token', token] as const,
}
