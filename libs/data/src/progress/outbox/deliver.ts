import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../../client'
import { closedAccount, deliverBy, isRefusal } from '../../delivery/deliver-by'
import type { Delivery } from '../../delivery/sender'
import { toDataError } from '../../errors'
import { completeLate, completeLesson, isLost, undoCompletion } from '../complete-lesson'
import { recordProgress, type WatchAnswer } from '../record-progress'
import type { Queued } from './outbox'

/** A round, a run, a question or an answer that the server accepted. */
export interface HandedIn {
  /** Shows it on the page of its lesson. */
  show: (queries: QueryClient) => void
}

export type EntryAnswer = WatchAnswer | HandedIn | null

/** The result of sending an entry, with the answer to watched seconds or to what was handed in or written. */
export type EntryDelivery = Delivery<EntryAnswer>

/**
 * Sends one entry as the signed-in person and returns the result. Never throws. Only a refusal by the server counts as
 * refused; after any other failure it is unknown whether the entry arrived. If the whole account may do nothing for now
 * (maintenance, not verified), the entry is held, not lost; one more request tells a disabled account apart. A
 * completion that is refused because access has ended is sent again as one that may have been made in time
 * (rules/learning#completed-in-time).
 */
export async function deliver(client: DataClient, entry: Queued): Promise<EntryDelivery> {
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

async function send(
  client: DataClient,
  { id, user, at, change }: Queued,
  signal: AbortSignal,
): Promise<EntryDelivery> {
  if (change.kind === 'watch') {
    return { kind: 'saved', answer: await recordProgress(client, { user, at, ...change }, signal) }
  }
  if (change.kind === 'work') {
    const { handIn, showRound } = await import('./hand-in')
    const round = await handIn(client, { id, user, at, change }, signal)
    return { kind: 'saved', answer: { show: (queries) => showRound(queries, change, round) } }
  }
  if (change.kind === 'run') {
    const { handInRun, showRun } = await import('./hand-in-run')
    const run = await handInRun(client, { id, user, at, change }, signal)
    return { kind: 'saved', answer: { show: (queries) => showRun(queries, change, run) } }
  }
  if (change.kind === 'question' || change.kind === 'answer') {
    const { isLimit, sendWords } = await import('./send-words')
    try {
      return { kind: 'saved', answer: { show: await sendWords(client, user, change, signal) } }
    } catch (thrown) {
      const error = toDataError(thrown)
      if (isLimit(error)) return { kind: 'refused', error }
      throw thrown
    }
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
