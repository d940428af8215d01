import { ACCOUNT_STATES, type AccountState } from '../../access/account-state'
import type { DataClient } from '../../client'
import { isTransient, toDataError, unwrap } from '../../errors'
import { object, oneOf } from '../../json'
import { completeLate, completeLesson, isLost, isRefusal, undoCompletion } from '../complete-lesson'
import { recordProgress } from '../record-progress'
import type { Queued } from './outbox'
import type { Delivery } from './sender'

/** How long an answer may take before it counts as none. */
const PATIENCE_MS = 15_000

/**
 * Sends one entry as the signed-in person, once, and says what became of it. Never throws. Only the
 * server's own refusal is one; anything else that goes wrong leaves it open whether the entry arrived.
 * A refusal while the account as a whole may do nothing (maintenance, not verified) holds the entry
 * instead of losing it; a disabled account is told apart with that one more request. A completion that is
 * refused because access has ended since may have been made in time (rules/learning#completed-in-time).
 */
export async function deliver(client: DataClient, entry: Queued): Promise<Delivery> {
  const delivery = await deliverBy(client, (signal) => send(client, entry, signal))
  const { user, at, change } = entry
  if (delivery.kind !== 'refused' || !isRefusal(delivery.error)) return delivery
  if (change.kind !== 'completion' || !change.done) return delivery
  const late = await deliverBy<null>(client, async (signal) => {
    await completeLate(client, { user_id: user, lesson_id: change.lessonId }, at, signal)
    return { kind: 'saved', answer: null }
  })
  // An older database, which does not know of it, has refused all the same.
  return late.kind === 'refused' && !isLost(late.error) ? delivery : late
}

/** As `deliver()`, for what `send` sends. */
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
      // What is kept can still be sent: it is, too, where the state cannot be found out.
      const state = await accountState(client, signal).catch(() => null)
      return state === 'ACTIVE' ? { kind: 'refused', error } : closedAs(state)
    }
    if (isTransient(error)) return { kind: 'busy' }
    if (error.status !== undefined) return { kind: 'refused', error }
    // An answer that this build cannot read.
    console.error(thrown)
    return { kind: 'busy' }
  }
}

async function send(
  client: DataClient,
  { user, at, change }: Queued,
  signal: AbortSignal,
): Promise<Delivery> {
  if (change.kind === 'watch') {
    return { kind: 'saved', answer: await recordProgress(client, { user, at, ...change }, signal) }
  }
  const lesson = { user_id: user, lesson_id: change.lessonId }
  if (change.done) {
    await completeLesson(client, lesson, signal)
  } else if (!(await undoCompletion(client, lesson, signal))) {
    // Nothing was found: perhaps because nothing is shown to this account at the moment.
    const closed = await closedAccount(client, signal)
    if (closed) return closed
  }
  return { kind: 'saved', answer: null }
}

/** What an account is told that may do nothing at the moment; null for one that may. Throws DataError. */
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

/** Null for a visitor. Throws DataError when it cannot be found out. */
async function accountState(client: DataClient, signal: AbortSignal): Promise<AccountState | null> {
  const account = unwrap(await client.rpc('my_account_state').abortSignal(signal))
  return account === null ? null : oneOf(ACCOUNT_STATES, object(account).state)
}
