let ahead = 0
const listeners = new Set<() => void>()

/** Listeners are not told of smaller differences, which nobody sees. */
const SEEN_MS = 1000

/**
 * Sets the server's time in milliseconds from an answer that has just arrived. A cached answer contains an old time and
 * must not be used (rules/interface#server-time). What is no time (NaN, Infinity) changes nothing.
 */
export function learnServerTime(now: number): void {
  if (!Number.isFinite(now)) return
  const earlier = ahead
  ahead = Date.now() - now
  if (Math.abs(ahead - earlier) >= SEEN_MS) for (const listener of listeners) listener()
}

/**
 * Calls a listener when an answer corrects the server's time by a second or more. Returns a function that ends the
 * calls.
 */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Returns the server's time in milliseconds: this device's clock, corrected by the server's last answer. */
export const serverNow = () => Date.now() - ahead

/** Returns how far this device's clock is ahead of the server's, in milliseconds; negative if it is behind. */
export const clockAhead = () => ahead
