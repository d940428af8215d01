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

/** The actions on many invites at once. */
export type InviteAction = 'resend' | 'cancel'

/**
 * The invites of an action: a list of ids, or all that match the filters of the list. With `mine`, only the caller's
 * own.
 */
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
/** The number of invites that an action would change, and of those that it would skip, by reason. */
export type InviteCount = Answer<typeof parseInviteCount>

/** An action on many invites. */
export interface InviteChange {
  /** Identifies the whole action, so that repeating a part of it changes nothing more. */
  operationId: string
  act: InviteAction
  audience: InviteAudience
}

/** The number of the next part, and the last invite of the previous part. */
export interface InviteCursor {
  piece: number
  after: string | null
}

export const INVITES_START: InviteCursor = { piece: 0, after: null }

/** The maximum number of invites in one request. Renewed invites are mailed before the next request. */
const PART_SIZES: Record<InviteAction, number> = { resend: 100, cancel: 2000 }

/** An invite that the action has changed. */
export interface ChangedInvite {
  id: string
  email: string
  /** The token of the link if the invite was renewed. */
  token: string | null
}

/** An invite that the action has skipped. */
export interface SkippedInvite {
  id: string
  email: string
  state: SkipReason
}

/** The result of one part of the action. */
export interface InvitePiece {
  changed: ChangedInvite[]
  left: SkippedInvite[]
  next: InviteCursor | null
}

/**
 * Counts what an action would change, without changing anything. Throws DataError: `42501` if the caller may not change
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
 * Carries out one part of an action: cancels the invites, or renews them, after which the caller must mail them with
 * `mailInvite`. Returns the changed and skipped invites and the next cursor, which is null after the last part. After
 * an error, call it again with the same cursor. Throws DataError like `countInvites` (rules/members#bulk).
 */
export async function changeInvites(
  client: Pick<DataClient, 'rpc'>,
  { operationId, act, audience }: InviteChange,
  { piece, after }: InviteCursor,
): Promise<InvitePiece> {
  const size = PART_SIZES[act]
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
  // With neither ids nor a search text, the filters apply to all invites.
  return { query: '', ...filterArgs(INVITE_LIST.filters, filters), mine }
}
