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
  await Promise.all([runOutbox(context), runNotes(context), ...DRAFTS.map(runDrafts(context))])
}

/** The drafts of each kind: where this device stores them, and the code that sends them, which loads when there are some. */
const DRAFTS = [
  {
    prefix: WORK_DRAFTS,
    load: async () => (await import('../assignments/my-drafts-runner')).runWorkDrafts,
  },
  {
    prefix: CODE_DRAFTS,
    load: async () => (await import('../exercises/my-drafts-runner')).runCodeDrafts,
  },
]

const runDrafts = (context: OutboxContext) =>
  async function run(drafts: (typeof DRAFTS)[number]): Promise<void> {
    if (!localStore.keys().some((key) => key.startsWith(drafts.prefix))) return
    const send = await drafts.load().catch(() => null)
    if (send) await send(context)
    // The drafts stay stored until the code can be loaded.
    else addEventListener('online', () => void run(drafts), { once: true })
  }
