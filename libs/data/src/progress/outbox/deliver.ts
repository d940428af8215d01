import { ACCOUNT_STATES, type AccountState } from '../../access/account-state'
import type { DataClient } from '../../client'
import { isTransient, toDataError, unwrap } from '../../errors'
import { object, oneOf } from '../../json'
import { completeLate, completeLesson, isLost, isRefusal, undoCompletion } from '../complete-lesson'
import { recordProgress } from '../record-progress'
import type { Queued } from './outbox'
import type { Delivery } from './sender'

/** A request without an answer is given up after this time. */
const PATIENCE_MS = 15_000

/**
 * Sends one entry as the signed-in person and returns the result. Never throws. Only a refusal by the server counts as
 * refused; after any other failure it is unknown whether the entry arrived. If the whole account may do nothing for now
 * (maintenance, not verified), the entry is held, not lost; one more request tells a disabled account apart. A
 * completion that is refused because access has ended is sent again as one that may have been made in time
 * (rules/learning#completed-in-time).
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
  // A database of an older version does not know `complete_late()`, so the first refusal counts.
  return late.kind === 'refused' && !isLost(late.error) ? delivery : late
}

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
    // The account may be unable to read anything for now, which looks the same as no rows.
    const closed = await closedAccount(client, signal)
    if (closed) return closed
  }
  return { kind: 'saved', answer: null }
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
  const account = unwrap(await client.rpc('my_account_state').abortSignal(signal))
  return account === null ? null : oneOf(ACCOUNT_STATES, object(account).state)
}
