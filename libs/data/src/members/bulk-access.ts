import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { parseNameSummary } from '../impact/name-summary'
import { number, object, stringOrNull } from '../json'
import { filterArgs } from '../lists/filter-args'
import { MEMBER_LIST, type MemberFilterValues } from './member-list'

/** Pairs of person and course in one call, at most (rules/members#bulk). */
const PAIRS = 20_000

/** Who it is about: people by id, or all whom a list's filters find. */
export type Audience = { ids: readonly string[] } | { filters: MemberFilterValues }

/** What can be done about courses of many people. */
export type BulkAct = 'grant' | 'revoke' | 'end'

/** Courses to open or to close to many people, or the end of what is open to them. */
export interface BulkRequest {
  act: BulkAct
  courseIds: readonly string[]
  /** ISO date until which courses are granted, or the new end; null for no end. */
  endsAt: string | null
  audience: Audience
}

export interface BulkChange extends BulkRequest {
  /** Names the whole undertaking, so that a piece sent again happens once. */
  operationId: string
}

/** What it would come to. */
export interface BulkCount {
  people: number
  /** Those for whom anything changes. */
  touched: number
  /** Pairs of person and course that change. */
  changes: number
  /** Up to three of those for whom anything changes; null where names may not be read. */
  names: string[] | null
  /** Of a revocation: to whom none of it was open any more. */
  ended: number
  /** Of a revocation: who can open some of it all the same, by their role or as its maker. */
  keeps: number
}

/**
 * Counts before anything is done, by what will do it; changes nothing. Throws DataError: `42501`, `PT422` for a
 * course that is gone and for a day that is over.
 */
export async function countAccess(
  client: Pick<DataClient, 'rpc'>,
  request: BulkRequest,
  signal: AbortSignal,
): Promise<BulkCount> {
  const people = 'ids' in request.audience ? { people: [...request.audience.ids] } : {}
  const call = client.rpc('count_access', { ...rpcArguments(request), ...people })
  const answer = object(unwrap(await call.abortSignal(signal)))
  return {
    people: number(answer.people),
    touched: number(answer.touched),
    changes: number(answer.changes),
    names: parseNameSummary({ count: 0, names: answer.names ?? null }).names,
    ended: number(answer.ended ?? 0),
    keeps: number(answer.keeps ?? 0),
  }
}

/** A piece of the work: its number, and the person behind whom it begins. */
export interface BulkCursor {
  piece: number
  after: string | null
}

export const BULK_START: BulkCursor = { piece: 0, after: null }

/**
 * Does one piece. Out: the people it reached, the pairs it changed, and where the next one begins, or
 * null at the end. After an error the same place may be asked for again. Throws DataError, `42501` for a
 * caller who may not grant and revoke.
 */
export async function changeAccess(
  client: Pick<DataClient, 'rpc'>,
  { operationId, ...request }: BulkChange,
  { piece, after }: BulkCursor,
): Promise<{ people: number; changed: number; next: BulkCursor | null }> {
  const { audience, courseIds } = request
  const size = Math.floor(PAIRS / Math.max(1, courseIds.length))
  const common = { operation_id: operationId, piece, ...rpcArguments(request) }
  if ('ids' in audience) {
    const people = audience.ids.slice(piece * size, (piece + 1) * size)
    const result = object(unwrap(await client.rpc('change_access', { ...common, people })))
    const more = audience.ids.length > (piece + 1) * size
    return {
      people: number(result.people),
      changed: number(result.changed),
      next: more ? { piece: piece + 1, after: null } : null,
    }
  }
  const answer = await client.rpc('change_access', { ...common, ...(after && { after }) })
  const result = object(unwrap(answer))
  const last = stringOrNull(result.last)
  return {
    people: number(result.people),
    changed: number(result.changed),
    next: last === null ? null : { piece: piece + 1, after: last },
  }
}

/** Act, courses, end, and whom a list's filters find; people by id are added in pieces. */
function rpcArguments({ act, courseIds, endsAt, audience }: BulkRequest) {
  const common = { act, course_ids: [...courseIds], ...(endsAt && { ends_at: endsAt }) }
  if ('ids' in audience) return common
  // Without people and without words, the filters mean everybody.
  return { ...common, query: '', ...filterArgs(MEMBER_LIST.filters, audience.filters) }
}
