import { WORK_DRAFTS } from '../assignments/my-keys'
import { localStore } from '../device/store'
import { CODE_DRAFTS } from '../exercises/my-keys'
import { runNotes } from '../notes/notes-runner'
import type { OutboxContext } from '../outbox/kind'
import { runOutbox } from './outbox-runner'

/**
 * Sends the signed-in person's queued changes and notes, now and whenever the connection returns. Resolves when nothing
 * more can be sent for the moment.
 */
export async function runSync(context: OutboxContext): Promise<void> {
  await Promise.all([runOutbox(context), runNotes(context), runDrafts(context), runCode(context)])
}

/** Drafts are rare, so their code loads when this device has one. */
async function runDrafts(context: OutboxContext): Promise<void> {
  if (!hasDrafts(WORK_DRAFTS)) return
  const part = await import('../assignments/my-drafts-runner').catch(() => null)
  if (part) await part.runWorkDrafts(context)
  else onceOnline(() => runDrafts(context))
}

async function runCode(context: OutboxContext): Promise<void> {
  if (!hasDrafts(CODE_DRAFTS)) return
  const part = await import('../exercises/my-drafts-runner').catch(() => null)
  if (part) await part.runCodeDrafts(context)
  else onceOnline(() => runCode(context))
}

/** Code that could not be loaded is loaded when the connection returns. The drafts are stored until then. */
function onceOnline(run: () => Promise<void>): void {
  addEventListener('online', () => void run(), { once: true })
}

const hasDrafts = (prefix: string) => localStore.keys().some((key) => key.startsWith(prefix))
