import type { DataClient } from '../../client'
import { type BrowserSender, browserSender, warnUnsaved } from '../../delivery/browser-sender'
import { deliver } from './deliver'
import { FollowUp, type OutboxContext } from './follow-up'
import { isOutboxKey, type Outbox, parseQueued } from './outbox'
import { ownOutbox, settledInOtherTabs, setUnreachable } from './outbox-state'

interface Running {
  client: DataClient
  user: string
  sender: BrowserSender
  stop: () => void
}

let running: Running | null = null

/** Sends the signed-in person's queued changes, now and whenever the connection returns. */
export function runOutbox(context: OutboxContext): Promise<void> {
  const outbox = ownOutbox(context.queries)
  if (running && (running.user !== outbox?.user || running.client !== context.client)) {
    running.stop()
    running = null
  }
  if (!outbox) return Promise.resolve()
  running ??= start(context, outbox)
  return running.sender.flush()
}

function start(context: OutboxContext, outbox: Outbox): Running {
  const { client } = context
  const followUp = new FollowUp(context, outbox, () => void sender.flush())
  const sender: BrowserSender = browserSender(client, 'rookies-outbox', {
    outbox,
    deliver: (entry) => deliver(client, entry),
    onSaved: (entry, answer) => followUp.acknowledged(entry, answer),
    onRefused: (entry, error) => followUp.refused(entry, error),
    onDisabled: () => {
      running?.stop()
      running = null
      void followUp.disabled()
    },
    onUnreachable: (unreachable) => {
      setUnreachable(unreachable)
      warnUnsaved(context.messages, unreachable)
    },
  })

  const onStorage = (event: StorageEvent) => {
    const settled = isOutboxKey(event.key) && event.newValue === null
    const entry = settled ? parseQueued(event.oldValue) : null
    if (entry?.user === outbox.user) followUp.settledElsewhere(entry)
  }
  addEventListener('storage', onStorage)
  // This code may load late, after time offline; another tab may have sent the entries meanwhile.
  for (const entry of settledInOtherTabs(outbox)) followUp.settledElsewhere(entry)
  const stop = () => {
    sender.stop()
    removeEventListener('storage', onStorage)
  }
  return { client, user: outbox.user, sender, stop }
}
