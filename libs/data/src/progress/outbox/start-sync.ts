import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../../client'
import type { OutboxMessages } from './follow-up'

/** The signed-in person's connection and what is on their screen. */
export interface OutboxContext {
  client: DataClient
  queries: QueryClient
  messages: OutboxMessages
}

/**
 * Sends what waits as soon as the code for it is there (rules/learning#complete). When that cannot be
 * fetched it is asked for again with the connection, and at the next visit: what waits is safe until then.
 */
export function startSync(context: OutboxContext): void {
  import('./outbox-runner').then(
    ({ runOutbox }) => runOutbox(context),
    () => addEventListener('online', () => startSync(context), { once: true }),
  )
}
