import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { number, object, stringOrNull } from '../json'
import type { MemberQuery } from './member-list'

/** Pairs of person and course in one call, at most (rules/members#bulk). */
const PAIRS = 20_000

/** Who it is about: people by id, or all whom a list's filters find. */
export type Audience = { ids: readonly string[] } | { query: MemberQuery }

/** Courses to open or to close to many people. */
export interface BulkChange {
  /** Names the whole undertaking, so that a piece sent again happens once. */
  operationId: string
  courseIds: readonly string[]
  granting: boolean
  audience: Audience
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
  { operationId, courseIds, granting, audience }: BulkChange,
  { piece, after }: BulkCursor,
): Promise<{ people: number; changed: number; next: BulkCursor | null }> {
  const size = Math.floor(PAIRS / Math.max(1, courseIds.length))
  const common = { operation_id: operationId, piece, course_ids: [...courseIds], granting }
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
  const { search, role, state } = audience.query
  const answer = await client.rpc('change_access', {
    ...common,
    query: search,
    ...(role && { role }),
    ...(state && { state }),
    ...(after && { after }),
  })
  const result = object(unwrap(answer))
  const last = stringOrNull(result.last)
  return {
    people: number(result.people),
    changed: number(result.changed),
    next: last === null ? null : { piece: piece + 1, after: last },
  }
}
