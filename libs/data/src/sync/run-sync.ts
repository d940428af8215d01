import { WORK_DRAFTS } from '../assignments/my-keys'
import { localStore } from '../device/store'
import { CODE_DRAFTS } from '../exercises/my-keys'
import { runNotes } from '../notes/notes-runner'
import type { OutboxContext } from '../outbox/kind'
import { runOutbox } from './outbox-runner'

/**
 * Sends the person's queued changes and notes, now and whenever the connection returns. Resolves when nothing more can
 * be sent at the moment.
 */
export async function runSync(context: OutboxContext): Promise<void> {
  await Promise.all([runOutbox(context), runNotes(context), ...DRAFTS.map(runDrafts(context))])
}

/**
 * The kinds of drafts: the prefix of their keys on this device, and the code that sends them, which is loaded only if
 * there are drafts.
 */
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
    // If the code could not be loaded, the drafts stay stored, and loading is tried again when the connection returns.
    else addEventListener('online', () => void run(drafts), { once: true })
  }
