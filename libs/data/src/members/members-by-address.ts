import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { listOf, shape, string } from '../json'

/** The maximum number of emails in one request. */
export const MAX_ADDRESSES = 2000

/** The members with the emails of a list, and the emails without a member. */
export interface FoundAddresses {
  /** The ids of the members, without repetitions. */
  ids: string[]
  /** The emails without a member, as they were written. */
  missing: string[]
}

export const parseFoundAddresses = listOf(shape({ address: string, id: string }))

/**
 * Finds members by their emails. Throws DataError: `42501` for a caller who may not list people, `PT422` for more than
 * `MAX_ADDRESSES`.
 */
export async function membersByAddress(
  client: Pick<DataClient, 'rpc'>,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<FoundAddresses> {
  // The emails are sent by POST, because servers log the addresses of GET requests.
  const call = client.rpc('members_by_address', { addresses: [...addresses] })
  const found = parseFoundAddresses(unwrap(await call.abortSignal(signal)))
  const known = new Set(found.map(({ address }) => address))
  return {
    ids: [...new Set(found.map(({ id }) => id))],
    missing: addresses.filter((address) => !known.has(address.toLowerCase())),
  }
}
