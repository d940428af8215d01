import type { OutboxContext } from '../outbox/kind'

/**
 * Loads the code that sends, and sends what is queued (rules/learning#complete). If the code cannot be loaded, the next
 * attempt follows when the connection returns; the queue is stored until then.
 */
export function startSync(context: OutboxContext): void {
  import('./run-sync').then(
    ({ runSync }) => void runSync(context),
    () => addEventListener('online', () => startSync(context), { once: true }),
  )
}
