import type { DataClient } from '../../client'
import { toDataError, unwrap } from '../../errors'
import { object, string } from '../../json'
import { isWorthRetrying } from '../../query-client'
import { completeLesson, undoCompletion } from '../commands'
import { isRefusal } from '../failure'
import { recordProgress } from '../record-progress'
import type { Queued } from './change'
import type { Delivery } from './sender'

/** How long an answer may take before it counts as none. */
const PATIENCE_MS = 15_000

/**
 * Sends one entry as whoever is signed in, once, and says what became of it. Never throws. A refusal
 * while the account as a whole may do nothing (maintenance, disabled, not verified) holds the entry
 * instead of losing it.
 */
export async function deliver(client: DataClient, entry: Queued): Promise<Delivery> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    return await send(client, entry, signal)
  } catch (thrown) {
    const error = toDataError(thrown)
    if (error.code === 'NETWORK') return { kind: 'silence' }
    if (error.status === 401) return { kind: 'held' }
    if (isWorthRetrying(error)) return { kind: 'busy', error }
    if (isRefusal(error) && !(await isActive(client, signal))) return { kind: 'held' }
    if (error.status === undefined) console.error(thrown)
    return { kind: 'refused', error }
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
  } else if (!(await undoCompletion(client, lesson, signal)) && !(await active(client, signal))) {
    // Nothing was found because nothing is shown to this account at the moment.
    return { kind: 'held' }
  }
  return { kind: 'saved', answer: null }
}

/** Whether the account may do anything at all. Throws DataError when that cannot be found out. */
async function active(client: DataClient, signal: AbortSignal): Promise<boolean> {
  const state = unwrap(await client.rpc('my_account_state').abortSignal(signal))
  return string(object(state).state) === 'ACTIVE'
}

/** False also when that cannot be found out: what is kept can still be sent. */
async function isActive(client: DataClient, signal: AbortSignal): Promise<boolean> {
  return active(client, signal).catch(() => false)
}
