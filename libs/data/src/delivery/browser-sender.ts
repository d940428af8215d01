import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { alone } from '../device/alone'
import { localStore } from '../device/store'
import { Sender, type SenderParts } from './sender'

/** The messages about sending that the application shows. */
export interface SyncMessages {
  failed: (message: string) => void
  /** Shows information, by default about the person's notes. */
  told: (message: string, about?: string) => void
}

/** The client of the signed-in person, the query client, and the messages. */
export interface SyncContext<M extends SyncMessages = SyncMessages> {
  client: DataClient
  queries: QueryClient
  messages: M
}

/** A running sender. */
export interface BrowserSender {
  flush: () => Promise<void>
  stop: () => void
}

/**
 * Sends a queue from this browser as the person of its session, on `flush` and whenever the connection or the person
 * returns. Only one tab sends at a time: `lock` is the name of their common lock. `parts` are specific to the queue.
 */
export function browserSender<E extends { id: string }, A>(
  client: DataClient,
  lock: string,
  parts: Pick<
    SenderParts<E, A>,
    'outbox' | 'deliver' | 'onSaved' | 'onRefused' | 'onDisabled' | 'onUnreachable'
  >,
): BrowserSender {
  const sender = new Sender<E, A>({
    ...parts,
    currentUser: async () => {
      const { data, error } = await client.auth.getSession()
      return data.session?.user.id ?? (error ? undefined : null)
    },
    exclusively: (work) => alone(`${lock}:${parts.outbox.user}`, work),
    online: () => navigator.onLine,
    later: (ms, work) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  })
  const again = () => void sender.flush()
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('online', again, { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') again()
    },
    { signal },
  )
  return {
    flush: () => sender.flush(),
    stop: () => {
      sender.stop()
      listening.abort()
    },
  }
}

/**
 * Creates a function that sends the queue of the signed-in person, now and whenever the connection returns. `queueOf`
 * returns the queue, or null for a visitor. `start` creates the sender of a queue; it can call `end` to stop sending
 * until the function is called again.
 */
export function queueRunner<C extends SyncContext, Q extends { user: string }>(
  queueOf: (queries: QueryClient) => Q | null,
  start: (context: C, queue: Q, end: () => void) => BrowserSender,
): (context: C) => Promise<void> {
  let running: { client: DataClient; user: string; sender: BrowserSender } | null = null
  const end = () => {
    running?.sender.stop()
    running = null
  }
  return (context) => {
    const { client, queries } = context
    const queue = queueOf(queries)
    if (running && (running.user !== queue?.user || running.client !== client)) end()
    if (!queue) return Promise.resolve()
    running ??= { client, user: queue.user, sender: start(context, queue, end) }
    return running.sender.flush()
  }
}

const WAITS_IN_PAGE =
  "This browser can't save your changes. Leave this page open until the connection is back."

let warned = false

/**
 * Warns that queued changes are lost when the page is closed, if the browser does not store them (rules/data#device).
 * Warns only once for each outage.
 */
export function warnUnsaved({ failed }: Pick<SyncMessages, 'failed'>, unreachable: boolean): void {
  if (!unreachable) warned = false
  else if (!warned && [...localStore.inMemory.keys()].some((key) => QUEUES.test(key))) {
    warned = true
    failed(WAITS_IN_PAGE)
  }
}

const QUEUES = /^rookies-(?:outbox|notes|work-draft):/
