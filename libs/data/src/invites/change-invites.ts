import type { DataClient } from '../client'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  changed,
  listOf,
  number,
  orNull,
  recordOf,
  shape,
  string,
} from '../json'
import { filterArgs } from '../lists/filter-args'
import { INVITE_LIST, type InviteFilterValues } from './invite-list'

/** The acts on many invites at once. */
export type InviteAction = 'resend' | 'cancel'

/** The invites of an act: by id, or all that match a list's filters; `mine` leaves out those of other senders. */
export type InviteAudience =
  | { ids: readonly string[] }
  | { filters: InviteFilterValues; mine: boolean }

/** The reasons why an invite is skipped. */
const LEFT_STATES = [
  'REDEEMED',
  'CANCELLED',
  'ROLE_DENIED',
  'COURSE_DENIED',
  'COHORT_DENIED',
] as const
export type SkipReason = (typeof LEFT_STATES)[number]

const SKIP_REASON_LABELS: Record<SkipReason, string> = {
  REDEEMED: 'Already redeemed',
  CANCELLED: 'Already cancelled',
  ROLE_DENIED: "You can't give this role",
  COURSE_DENIED: "One of its courses was deleted or isn't yours",
  COHORT_DENIED: "You can't add people to its cohort",
}

export const skipReasonText = (state: SkipReason): string => SKIP_REASON_LABELS[state]

export const parseInviteCount = changed(
  shape({ states: recordOf(number) }),
  ({ states: { READY = 0, ...left } }) => ({
    ready: READY,
    left: LEFT_STATES.flatMap((state) => {
      const count = left[state] ?? 0
      return count > 0 ? [{ state, count }] : []
    }),
  }),
)
/** How many invites an act would change, how many it would skip, and why. */
export type InviteCount = Answer<typeof parseInviteCount>

/** An act on many invites. */
export interface InviteChange {
  /** Identifies the whole act, so that a repeated piece takes effect once. */
  operationId: string
  act: InviteAction
  audience: InviteAudience
}

/** The number of a piece and the invite that precedes it. */
export interface InviteCursor {
  piece: number
  after: string | null
}

export const INVITES_START: InviteCursor = { piece: 0, after: null }

/** Most invites of one call. Invites that are sent again are mailed before the next piece begins. */
const PIECES: Record<InviteAction, number> = { resend: 100, cancel: 2000 }

/** An invite that the act changed. */
export interface ChangedInvite {
  id: string
  email: string
  /** The token of the link, if the invite was sent again. */
  token: string | null
}

/** An invite that the act skipped. */
export interface SkippedInvite {
  id: string
  email: string
  state: SkipReason
}

/** The result of one piece. */
export interface InvitePiece {
  changed: ChangedInvite[]
  left: SkippedInvite[]
  next: InviteCursor | null
}

/**
 * Counts what an act would change, without changing anything. Throws DataError: `42501` if the caller may not change
 * even their own invites, `PT422` for more than 20,000 ids.
 */
export async function countInvites(
  client: Pick<DataClient, 'rpc'>,
  { act, audience }: Pick<InviteChange, 'act' | 'audience'>,
): Promise<InviteCount> {
  const answer = await client.rpc('count_invites', { act, ...wireAudience(audience) })
  return parseInviteCount(unwrap(answer))
}

export const parseInvitePiece = shape({
  verdicts: listOf(
    shape({
      id: string,
      email: string,
      token: orNull(string),
      state: among(['DONE', ...LEFT_STATES]),
    }),
  ),
  last: orNull(string),
})

/**
 * Renews the invites of one piece (`mailInvite` then mails them) or cancels them. Returns the changed and the skipped
 * invites and the next cursor, or null at the end. After an error the same cursor can be used again. Throws DataError
 * like `countInvites` (rules/members#bulk).
 */
export async function changeInvites(
  client: Pick<DataClient, 'rpc'>,
  { operationId, act, audience }: InviteChange,
  { piece, after }: InviteCursor,
): Promise<InvitePiece> {
  const size = PIECES[act]
  const from = piece * size
  const named = 'ids' in audience
  const answer = await client.rpc('change_invites', {
    operation_id: operationId,
    piece,
    act,
    ...wireAudience(named ? { ids: audience.ids.slice(from, from + size) } : audience),
    ...(after && { after }),
  })
  const { verdicts, last } = parseInvitePiece(unwrap(answer))
  const more = named ? audience.ids.length > from + size : last !== null
  return {
    changed: verdicts.flatMap(({ state, ...invite }) => (state === 'DONE' ? [invite] : [])),
    left: verdicts.flatMap(({ state, id, email }) =>
      state === 'DONE' ? [] : [{ id, email, state }],
    ),
    next: more ? { piece: piece + 1, after: last } : null,
  }
}

function wireAudience(audience: InviteAudience) {
  if ('ids' in audience) return { invite_ids: [...audience.ids] }
  const { filters, mine } = audience
  // Without ids and without a search, the filters match all invites.
  return { query: '', ...filterArgs(INVITE_LIST.filters, filters), mine }
}
