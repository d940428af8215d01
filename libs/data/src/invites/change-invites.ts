import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import { filterArgs } from '../lists/filter-args'
import { INVITE_LIST, type InviteFilterValues } from './invite-list'

/** What can be done to many invites at once. */
export type InviteAction = 'resend' | 'cancel'

/** Which invites: by id, or all that a list's filters find; `mine` leaves out what others sent. */
export type InviteAudience =
  | { ids: readonly string[] }
  | { filters: InviteFilterValues; mine: boolean }

/** Why an invite is left as it is. */
const LEFT_STATES = ['REDEEMED', 'CANCELLED', 'ROLE_DENIED', 'COURSE_DENIED'] as const
export type SkipReason = (typeof LEFT_STATES)[number]

const LEFT_WORDS: Record<SkipReason, string> = {
  REDEEMED: 'Redeemed already',
  CANCELLED: 'Cancelled already',
  ROLE_DENIED: 'Role is not yours to give',
  COURSE_DENIED: 'A course of it is gone, or not yours',
}

/** The same in a few words. */
export const skipReasonText = (state: SkipReason): string => LEFT_WORDS[state]

/** What an act on many would come to: how many can be, and how many are left as they are, and why. */
export interface InviteCount {
  ready: number
  left: { state: SkipReason; count: number }[]
}

/** An act on many invites. */
export interface InviteChange {
  /** Names the whole undertaking, so that a piece sent again happens once. */
  operationId: string
  act: InviteAction
  audience: InviteAudience
}

/** A piece of the work: its number, and the invite behind whom it begins. */
export interface InviteCursor {
  piece: number
  after: string | null
}

export const INVITES_START: InviteCursor = { piece: 0, after: null }

/** Invites in one call, at most: each that is sent again is e-mailed before the next piece begins. */
const PIECES: Record<InviteAction, number> = { resend: 100, cancel: 2000 }

/** An invite to which it was done. */
export interface ChangedInvite {
  id: string
  email: string
  /** Of one that was sent again: what its link is made of. */
  token: string | null
}

/** An invite to which it was not done. */
export interface SkippedInvite {
  id: string
  email: string
  state: SkipReason
}

/** What came of a piece. */
export interface InvitePiece {
  changed: ChangedInvite[]
  left: SkippedInvite[]
  next: InviteCursor | null
}

/**
 * Counts before anything is done; changes nothing. Throws DataError: `42501` for a caller who may not do that
 * to their own invites, `PT422` for more than 20,000 named ones.
 */
export async function countInvites(
  client: Pick<DataClient, 'rpc'>,
  { act, audience }: Pick<InviteChange, 'act' | 'audience'>,
): Promise<InviteCount> {
  const answer = await client.rpc('count_invites', { act, ...wireAudience(audience) })
  const states = object(object(unwrap(answer)).states)
  return {
    ready: number(states.READY ?? 0),
    left: LEFT_STATES.flatMap((state) => {
      const count = number(states[state] ?? 0)
      return count > 0 ? [{ state, count }] : []
    }),
  }
}

/**
 * Sends one piece again, without the e-mails (`mailInvite`), or cancels it. Out: what it was done to,
 * what was left and why, and where the next piece begins, or null at the end. After an error the same
 * place may be asked for again. Throws DataError as `countInvites` does (rules/members#bulk).
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
  const result = object(unwrap(answer))
  const verdicts = list(result.verdicts).map(object)
  const last = stringOrNull(result.last)
  const more = named ? audience.ids.length > from + size : last !== null
  return {
    changed: verdicts
      .filter(({ state }) => state === 'DONE')
      .map((row) => ({
        id: string(row.id),
        email: string(row.email),
        token: stringOrNull(row.token),
      })),
    left: verdicts
      .filter(({ state }) => state !== 'DONE')
      .map((row) => ({
        id: string(row.id),
        email: string(row.email),
        state: oneOf(LEFT_STATES, row.state),
      })),
    next: more ? { piece: piece + 1, after: last } : null,
  }
}

function wireAudience(audience: InviteAudience) {
  if ('ids' in audience) return { invite_ids: [...audience.ids] }
  const { filters, mine } = audience
  // Without ids and without words, the filters mean all of them.
  return { query: '', ...filterArgs(INVITE_LIST.filters, filters), mine }
}
