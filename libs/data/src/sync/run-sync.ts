import { WORK_DRAFTS } from '../assignments/my-keys'
import { localStore } from '../device/store'
import { runNotes } from '../notes/notes-runner'
import type { OutboxContext } from '../progress/outbox/follow-up'
import { runOutbox } from '../progress/outbox/outbox-runner'

/**
 * Sends the signed-in person's queued changes and notes, now and whenever the connection returns. Resolves when nothing
 * more can be sent for the moment.
 */
export async function runSync(context: OutboxContext): Promise<void> {
  await Promise.all([runOutbox(context), runNotes(context), runDrafts(context)])
}

/** Drafts are rare, so their code loads when this device has one. */
async function runDrafts(context: OutboxContext): Promise<void> {
  if (!hasWorkDrafts()) return
  const { runWorkDrafts } = await import('../assignments/my-drafts-runner')
  await runWorkDrafts(context)
}

const hasWorkDrafts = () => localStore.keys().some((key) => key.startsWith(WORK_DRAFTS))
