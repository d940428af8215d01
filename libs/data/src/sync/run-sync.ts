import { runNotes } from '../notes/notes-runner'
import type { OutboxContext } from '../progress/outbox/follow-up'
import { runOutbox } from '../progress/outbox/outbox-runner'

/** Sends the signed-in person's queued changes and notes, now and whenever the connection returns. */
export function runSync(context: OutboxContext): void {
  runOutbox(context)
  runNotes(context)
}
