import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../../client'
import type { OutboxMessages } from './follow-up'

/** The signed-in person's client, query cache and messages. */
export interface OutboxContext {
  client: DataClient
  queries: QueryClient
  messages: OutboxMessages
}

/**
 * Loads the code of the outbox and sends what is queued (rules/learning#complete). If the code cannot be loaded, the
 * next attempt follows when the connection returns; the queue is stored until then.
 */
export function startSync(context: OutboxContext): void {
  import('./outbox-runner').then(
    ({ runOutbox }) => runOutbox(context),
    () => addEventListener('online', () => startSync(context), { once: true }),
  )
}
