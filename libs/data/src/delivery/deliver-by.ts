import { type AccountState, parseAccountState } from '../access/account-state'
import type { DataClient } from '../client'
import { type DataError, isTransient, toDataError, unwrap } from '../errors'
import type { Delivery } from './sender'

/** The time limit for a request, in milliseconds. */
const PATIENCE_MS = 15_000

/**
 * Calls `send` with a time limit. Returns its result, or the result that its error means for the entry. Never throws.
 */
export async function deliverBy<A>(
  client: DataClient,
  send: (signal: AbortSignal) => Promise<Delivery<A>>,
): Promise<Delivery<A>> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    return await send(signal)
  } catch (thrown) {
    const error = toDataError(thrown)
    if (error.code === 'NETWORK') return { kind: 'silence' }
    if (error.status === 401) return { kind: 'held' }
    if (isRefusal(error)) {
      // If the state cannot be read, the entry stays in the queue, because it can still be sent later.
      const state = await accountState(client, signal).catch(() => null)
      return state === 'ACTIVE' ? { kind: 'refused', error } : closedAs(state)
    }
    if (isTransient(error)) return { kind: 'busy' }
    if (error.status !== undefined) return { kind: 'refused', error }
    // The answer has an unexpected shape, probably from a newer database.
    console.error(thrown)
    return { kind: 'busy' }
  }
}

/** Error codes if the person may not open the record. */
const REFUSED = ['42501', 'DENIED']

/** Returns whether the database refused because the person has no access any more. */
export function isRefusal(error: DataError): boolean {
  return REFUSED.includes(error.code)
}

/**
 * Returns the result of sending for an account that may not do anything now; null if the account is active. Throws
 * DataError.
 */
export async function closedAccount(
  client: DataClient,
  signal: AbortSignal,
): Promise<Delivery<never> | null> {
  const state = await accountState(client, signal)
  return state === 'ACTIVE' ? null : closedAs(state)
}

const closedAs = (state: AccountState | null): Delivery<never> => ({
  kind: state === 'DISABLED' ? 'disabled' : 'held',
})

/** Reads the state of the account; null for a visitor. Throws DataError if it cannot be read. */
async function accountState(client: DataClient, signal: AbortSignal): Promise<AccountState | null> {
  const answer = unwrap(await client.rpc('my_account_state').abortSignal(signal))
  return parseAccountState(answer)?.state ?? null
}
