import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, listOf, number, or, orNull, shape, string } from '../json'
import { filterArgs } from '../lists/filter-args'
import { MEMBER_LIST, type MemberFilterValues } from './member-list'

/** The maximum number of pairs of a person and a course in one request (rules/members#bulk). */
const PAIRS = 20_000

/** The people of an action: a list of ids, or all who match the filters of the list. */
export type Audience = { ids: readonly string[] } | { filters: MemberFilterValues }

/** The actions on the access of many people. */
export type BulkAct = 'grant' | 'revoke' | 'end'

/** An action on the access of many people to courses: give or revoke access, or set its end. */
export interface BulkRequest {
  act: BulkAct
  courseIds: readonly string[]
  /** When access ends, as an ISO date; null for no end. */
  endsAt: string | null
  audience: Audience
}

export interface BulkChange extends BulkRequest {
  /** Identifies the whole action, so that repeating a part of it changes nothing more. */
  operationId: string
}

export const parseBulkCount = shape({
  people: number,
  /** The number of people whose access changes. */
  touched: number,
  /** The number of changes, one for each person and course. */
  changes: number,
  /** The names of up to three people whose access changes; null if the caller may not read names. */
  names: orNull(listOf(string)),
  /** If access is revoked: the number of people whose access to all these courses has ended already. */
  ended: or(number, 0),
  /**
   * If access is revoked: the number of people who can still open some of the courses, by their role or as creators.
   */
  keeps: or(number, 0),
})
/** The effect of an action. */
export type BulkCount = Answer<typeof parseBulkCount>

/**
 * Counts what an action would change, without changing anything. Throws DataError: `42501`, `PT422` for a deleted
 * course, a day in the past, and too many people or courses.
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

/** The number of the next part, and the last person of the previous part. */
export interface BulkCursor {
  piece: number
  after: string | null
}

export const BULK_START: BulkCursor = { piece: 0, after: null }

export const parseBulkPiece = shape({ people: number, changed: number, last: orNull(string) })

/**
 * Carries out one part of an action. Returns the number of people and of changes, and the next cursor, which is null
 * after the last part. After an error, call it again with the same cursor. Throws DataError, `42501` for a caller who
 * may not change access.
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

/** Returns the arguments without ids, which are different in each request. */
function rpcArguments({ act, courseIds, endsAt, audience }: BulkRequest) {
  const common = { act, course_ids: [...courseIds], ...(endsAt && { ends_at: endsAt }) }
  if ('ids' in audience) return common
  // With neither ids nor a search text, the filters apply to everybody.
  return { ...common, query: '', ...filterArgs(MEMBER_LIST.filters, audience.filters) }
}
