import type { OutboxContext } from '../outbox/kind'

/**
 * Loads the code that sends queued changes, and sends them (rules/learning#complete). If the code cannot be loaded,
 * tries again when the connection returns; the changes stay in local storage until they are sent.
 */
export function startSync(context: OutboxContext): void {
  import('./run-sync').then(
    ({ runSync }) => void runSync(context),
    () => addEventListener('online', () => startSync(context), { once: true }),
  )
}
