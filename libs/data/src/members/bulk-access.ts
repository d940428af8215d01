import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, listOf, number, or, orNull, shape, string } from '../json'
import { filterArgs } from '../lists/filter-args'
import { MEMBER_LIST, type MemberFilterValues } from './member-list'

/** Most pairs of person and course in one call (rules/members#bulk). */
const PAIRS = 20_000

/** The people of an act: by id, or all who match a list's filters. */
export type Audience = { ids: readonly string[] } | { filters: MemberFilterValues }

/** The acts on the access of many people. */
export type BulkAct = 'grant' | 'revoke' | 'end'

/** A request to grant, revoke, or set the end of access to courses for many people. */
export interface BulkRequest {
  act: BulkAct
  courseIds: readonly string[]
  /** ISO date of the end of granted access, or the new end; null for no end. */
  endsAt: string | null
  audience: Audience
}

export interface BulkChange extends BulkRequest {
  /** Identifies the whole act, so that a repeated piece takes effect once. */
  operationId: string
}

export const parseBulkCount = shape({
  people: number,
  /** Number of people for whom anything changes. */
  touched: number,
  /** Number of pairs of person and course that change. */
  changes: number,
  /** Up to three names of people for whom anything changes; null if names may not be read. */
  names: orNull(listOf(string)),
  /** When revoking: number of people whose access to all of it has already ended. */
  ended: or(number, 0),
  /** When revoking: number of people who can still open some of it, by their role or as its creator. */
  keeps: or(number, 0),
})
/** The impact of a request. */
export type BulkCount = Answer<typeof parseBulkCount>

/**
 * Counts what a request would change, without changing anything. Throws DataError: `42501`, `PT422` for a deleted
 * course, for a day in the past, and for too many people or courses.
 */
export async function countAccess(
  client: Pick<DataClient, 'rpc'>,
  request: BulkRequest,
  signal: AbortSignal,
): Promise<BulkCount> {
  const people = 'ids' in request.audience ? { people: [...request.audience.ids] } : {}
  const call = client.rpc('count_access', { ...rpcArguments(request), ...people })
  return parseBulkCount(unwrap(await call.abortSignal(signal)))
}

/** The number of a piece and the person who precedes it. */
export interface BulkCursor {
  piece: number
  after: string | null
}

export const BULK_START: BulkCursor = { piece: 0, after: null }

export const parseBulkPiece = shape({ people: number, changed: number, last: orNull(string) })

/**
 * Processes one piece. Returns the number of people and of pairs that changed, and the next cursor, or null at the end.
 * After an error the same cursor can be used again. Throws DataError, `42501` for a caller who may not grant and
 * revoke.
 */
export async function changeAccess(
  client: Pick<DataClient, 'rpc'>,
  { operationId, ...request }: BulkChange,
  { piece, after }: BulkCursor,
): Promise<{ people: number; changed: number; next: BulkCursor | null }> {
  const { audience, courseIds } = request
  const size = Math.floor(PAIRS / Math.max(1, courseIds.length))
  const named = 'ids' in audience
  const answer = await client.rpc('change_access', {
    operation_id: operationId,
    piece,
    ...rpcArguments(request),
    ...(named && { people: audience.ids.slice(piece * size, (piece + 1) * size) }),
    ...(after && { after }),
  })
  const { people, changed, last } = parseBulkPiece(unwrap(answer))
  const more = named ? audience.ids.length > (piece + 1) * size : last !== null
  return { people, changed, next: more ? { piece: piece + 1, after: named ? null : last } : null }
}

/** Returns the arguments without ids, which are added piece by piece. */
function rpcArguments({ act, courseIds, endsAt, audience }: BulkRequest) {
  const common = { act, course_ids: [...courseIds], ...(endsAt && { ends_at: endsAt }) }
  if ('ids' in audience) return common
  // Without ids and without a search, the filters match everybody.
  return { ...common, query: '', ...filterArgs(MEMBER_LIST.filters, audience.filters) }
}
