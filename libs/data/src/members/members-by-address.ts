import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { listOf, shape, string } from '../json'

/** Most emails of one call. */
export const MAX_ADDRESSES = 2000

/** Which emails of a list belong to members. */
export interface FoundAddresses {
  /** Ids of the members, each once. */
  ids: string[]
  /** Emails that no member has, as they were written. */
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
  // A POST request, because servers log the addresses of GET requests.
  const call = client.rpc('members_by_address', { addresses: [...addresses] })
  const found = parseFoundAddresses(unwrap(await call.abortSignal(signal)))
  const known = new Set(found.map(({ address }) => address))
  return {
    ids: [...new Set(found.map(({ id }) => id))],
    missing: addresses.filter((address) => !known.has(address.toLowerCase())),
  }
}
