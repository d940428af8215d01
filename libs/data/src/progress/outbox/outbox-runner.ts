import type { DataClient } from '../../client'
import { deliver } from './deliver'
import { FollowUp } from './follow-up'
import { isOutboxKey, type Outbox, parseQueued } from './outbox'
import { Sender } from './sender'
import { ownOutbox, settledInOtherTabs, setUnreachable } from './waiting'
import type { OutboxContext } from './wake'

interface Running {
  client: DataClient
  user: string
  sender: Sender
  stop: () => void
}

let running: Running | null = null

/** Sends what the signed-in person has waiting, now and whenever the connection returns. */
export function runOutbox(context: OutboxContext): void {
  const outbox = ownOutbox(context.queries)
  if (running && (running.user !== outbox?.user || running.client !== context.client)) {
    running.stop()
    running = null
  }
  if (!outbox) return
  running ??= start(context, outbox)
  void running.sender.flush()
}

function start(context: OutboxContext, outbox: Outbox): Running {
  const { client } = context
  const followUp = new FollowUp(context, outbox, () => void sender.flush())
  const sender: Sender = new Sender({
    outbox,
    deliver: (entry) => deliver(client, entry),
    currentUser: async () => {
      const { data, error } = await client.auth.getSession()
      return data.session?.user.id ?? (error ? undefined : null)
    },
    exclusively: async (work) => {
      if (navigator.locks) await navigator.locks.request(`rookies-outbox:${outbox.user}`, work)
      else await work()
    },
    online: () => navigator.onLine,
    later: (ms, work) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    onSaved: (entry, answer) => followUp.acknowledged(entry, answer?.completed ?? false),
    onRefused: (entry, error) => followUp.refused(entry, error),
    onDisabled: () => {
      running?.stop()
      running = null
      void followUp.disabled()
    },
    onWaiting: setUnreachable,
  })

  const again = () => void sender.flush()
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') again()
  }
  const onStorage = (event: StorageEvent) => {
    const settled = isOutboxKey(event.key) && event.newValue === null
    const entry = settled ? parseQueued(event.oldValue) : null
    if (entry?.user === outbox.user) followUp.settledElsewhere(entry)
  }
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('online', again, { signal })
  addEventListener('storage', onStorage, { signal })
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  // This code may come late, after a time without a connection; another tab may have been quicker.
  for (const entry of settledInOtherTabs(outbox)) followUp.settledElsewhere(entry)
  const stop = () => {
    sender.stop()
    listening.abort()
  }
  return { client, user: outbox.user, sender, stop }
}
