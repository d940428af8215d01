let ahead = 0
const listeners = new Set<() => void>()

/** Differences below this, in milliseconds, are not reported to listeners, because no screen shows them. */
const REPORTED_FROM_MS = 1000

/**
 * Sets the server's time in milliseconds from an answer that has just arrived, never from a cached answer
 * (rules/interface#server-time). Invalid times (NaN, Infinity) are ignored.
 */
export function learnServerTime(now: number): void {
  if (!Number.isFinite(now)) return
  const earlier = ahead
  ahead = Date.now() - now
  if (Math.abs(ahead - earlier) >= REPORTED_FROM_MS) for (const listener of listeners) listener()
}

/**
 * Calls a listener when an answer corrects the known time by a second or more. Returns a function that unsubscribes.
 */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Returns the server's time in milliseconds: the device's clock, corrected by the server's last answer. */
export const serverNow = () => Date.now() - ahead

/** Returns by how many milliseconds the device's clock is ahead of the server's; negative if it is behind. */
export const clockAhead = () => ahead
