import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { readInviteList } from '../invites/read-invite-list'
import { list, object, string } from '../json'
import { isEmail } from '../session/email'

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
 * In: a text with addresses, as people paste them (`readInviteList`). Out: the addresses, each once in
 * whatever letters, and what else stands in an address's place. Fails when the reader could not be loaded.
 */
export async function addressesIn(
  text: string,
): Promise<{ addresses: string[]; unreadable: string[] }> {
  const typed = (await readInviteList(text)).map(({ email }) => email)
  const once = new Map(typed.map((email) => [email.toLowerCase(), email]))
  const all = [...once.values()].filter((email) => email !== '')
  return { addresses: all.filter(isEmail), unreadable: all.filter((email) => !isEmail(email)) }
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
