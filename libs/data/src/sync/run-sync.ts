import { runWorkDrafts } from '../assignments/my-drafts-runner'
import { runNotes } from '../notes/notes-runner'
import type { OutboxContext } from '../progress/outbox/follow-up'
import { runOutbox } from '../progress/outbox/outbox-runner'

/**
 * Sends the signed-in person's queued changes and notes, now and whenever the connection returns. Resolves when nothing
 * more can be sent for the moment.
 */
export async function runSync(context: OutboxContext): Promise<void> {
  await Promise.all([runOutbox(context), runNotes(context), runWorkDrafts(context)])
}
