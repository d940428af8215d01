import { serverNow } from '../server-clock'

/** Milliseconds in the queue after which an entry counts as made offline. */
const AT_ONCE_MS = 60_000

/**
 * Returns the argument with the time at which an entry was queued, by the server's clock; no argument if it was queued
 * just now, because the server then takes its own time.
 */
export function madeAt(queuedAt: number): { made_at?: string } {
  const age = Date.now() - queuedAt
  return age > AT_ONCE_MS ? { made_at: new Date(serverNow() - age).toISOString() } : {}
}
