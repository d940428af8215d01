import { serverNow } from '../server-clock'

/** After this time in the outbox, a change counts as made offline, in milliseconds. */
const AT_ONCE_MS = 60_000

/**
 * Returns the argument `made_at` with the time at which an entry was queued, by the server's clock. Returns no argument
 * for an entry that was queued just now, because the server then uses the time of the request.
 */
export function madeAt(queuedAt: number): { made_at?: string } {
  const age = Date.now() - queuedAt
  return age > AT_ONCE_MS ? { made_at: new Date(serverNow() - age).toISOString() } : {}
}
