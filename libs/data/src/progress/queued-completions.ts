import { type AnyChange, ofKind, type Queued, type WaitingRules } from '../outbox/kind'
import type { Outbox } from '../outbox/outbox'

/** A lesson was completed, or its completion was reverted. Only the last change of a lesson counts. */
export interface CompletionChange extends AnyChange {
  kind: 'completion'
  done: boolean
  /** The state in the database when the first change was queued; the counts on screen are computed from it. */
  was: boolean
  /** The title of the lesson, for the message that its completion is lost. */
  title?: string
}

export const COMPLETIONS_WAIT: WaitingRules<CompletionChange> = {
  replaces: (later, earlier) => later.lessonId === earlier.lessonId,
}

/** Queues that a lesson was completed, or that its completion was reverted. */
export function queueCompletion(
  outbox: Outbox,
  change: Omit<CompletionChange, 'kind' | 'was'>,
): Queued {
  const earlier = ofKind<CompletionChange>(outbox.all(), 'completion').find(
    (entry) => entry.change.lessonId === change.lessonId,
  )
  return outbox.put({ kind: 'completion', was: earlier?.change.was ?? !change.done, ...change })
}
