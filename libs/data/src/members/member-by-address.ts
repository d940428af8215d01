import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { orNull } from '../json'
import { type Member, parseMember } from './member-list'

export const parseMemberFound = orNull(parseMember)

/**
 * Returns the member with an email in any letter case; null if there is none. Throws DataError, `42501` for a caller
 * who may not list people, because such callers must not find out who is a member.
 */
export async function memberByAddress(
  client: Pick<DataClient, 'rpc'>,
  address: string,
): Promise<Member | null> {
  return parseMemberFound(unwrap(await client.rpc('member_by_address', { address })))
}
