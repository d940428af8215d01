import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { list, object, string } from '../json'

/** Addresses that are looked up at once, at most. */
export const MAX_ADDRESSES = 2000

/** Who of a list is a member. */
export interface FoundAddresses {
  /** Ids of the members, each once. */
  ids: string[]
  /** Addresses that no member has, as they were written. */
  missing: string[]
}

/**
 * Finds the members among addresses. Throws DataError: `42501` for a caller who may not list people, `PT422`
 * for more than `MAX_ADDRESSES`.
 */
export async function membersByAddress(
  client: Pick<DataClient, 'rpc'>,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<FoundAddresses> {
  // Not as an address of a page, which servers write into their logs.
  const call = client.rpc('members_by_address', { addresses: [...addresses] })
  const found = list(unwrap(await call.abortSignal(signal))).map(object)
  const known = new Set(found.map(({ address }) => string(address)))
  return {
    ids: [...new Set(found.map(({ id }) => string(id)))],
    missing: addresses.filter((address) => !known.has(address.toLowerCase())),
  }
}
