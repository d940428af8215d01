import { type AccountState, parseAccountState } from '../access/account-state'
import type { DataClient } from '../client'
import { type DataError, isTransient, toDataError, unwrap } from '../errors'
import type { Delivery } from './sender'

/** A request without an answer is given up after this time. */
const PATIENCE_MS = 15_000

/** Runs `send` with a time limit. Returns its result, or what its error means for the entry. Never throws. */
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
      // An unknown state holds the entry too, because a held entry can still be sent later.
      const state = await accountState(client, signal).catch(() => null)
      return state === 'ACTIVE' ? { kind: 'refused', error } : closedAs(state)
    }
    if (isTransient(error)) return { kind: 'busy' }
    if (error.status !== undefined) return { kind: 'refused', error }
    // The answer has a shape that this build does not know.
    console.error(thrown)
    return { kind: 'busy' }
  }
}

/** Codes that mean that the record does not open for the person. */
const REFUSED = ['42501', 'DENIED']

/** Returns whether the database refused because the person has lost access. */
export function isRefusal(error: DataError): boolean {
  return REFUSED.includes(error.code)
}

/** Returns the result for an account that may do nothing now; null if the account is active. Throws DataError. */
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

/** Returns null for a visitor. Throws DataError if the state cannot be read. */
async function accountState(client: DataClient, signal: AbortSignal): Promise<AccountState | null> {
  const answer = unwrap(await client.rpc('my_account_state').abortSignal(signal))
  return parseAccountState(answer)?.state ?? null
}
