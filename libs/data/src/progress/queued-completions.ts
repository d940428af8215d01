import { type AnyChange, ofKind, type Queued, type WaitingRules } from '../outbox/kind'
import type { Outbox } from '../outbox/outbox'

/** Completes a lesson or undoes that. Only the last change of a lesson is sent. */
export interface CompletionChange extends AnyChange {
  kind: 'completion'
  done: boolean
  /** Whether the lesson was complete in the database before the first change. The counts on screen depend on it. */
  was: boolean
  /** The title of the lesson, for the message if the completion cannot be saved. */
  title?: string
}

export const COMPLETIONS_WAIT: WaitingRules<CompletionChange> = {
  replaces: (later, earlier) => later.lessonId === earlier.lessonId,
}

/** Queues the completion of a lesson, or the undo of one. */
export function queueCompletion(
  outbox: Outbox,
  change: Omit<CompletionChange, 'kind' | 'was'>,
): Queued {
  const earlier = ofKind<CompletionChange>(outbox.all(), 'completion').find(
    (entry) => entry.change.lessonId === change.lessonId,
  )
  return outbox.put({ kind: 'completion', was: earlier?.change.was ?? !change.done, ...change })
}
