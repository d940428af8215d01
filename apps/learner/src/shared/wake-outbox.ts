import type { DataClient } from '@rookies/data/client'
import type { QueryClient } from '@tanstack/react-query'

/**
 * Sends what waits as soon as its code is there. When that cannot be fetched it is asked for again
 * with the connection, and at the next visit: what waits is safe until then.
 */
export function wakeOutbox(client: DataClient, queries: QueryClient): void {
  import('./outbox-sender').then(
    ({ wake }) => wake(client, queries),
    () => addEventListener('online', () => wakeOutbox(client, queries), { once: true }),
  )
}
