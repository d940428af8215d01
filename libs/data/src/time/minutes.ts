import { onServerTime, serverNow } from '../server-clock'

const MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let stop = () => {}
let now = serverNow()

function pass(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}

/**
 * Calls a listener once a minute, and when an answer of the server corrects the known time. All listeners share one
 * timer. Returns a function that unsubscribes.
 */
export function onMinute(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverNow()
    const timer = setInterval(pass, MINUTE_MS)
    const forget = onServerTime(pass)
    stop = () => {
      clearInterval(timer)
      forget()
    }
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

/**
 * Returns the server's time in milliseconds. While there are listeners, it changes only when they are called, so that
 * all parts of a screen show the same time.
 */
export function minuteNow(): number {
  if (listeners.size === 0 && Math.abs(serverNow() - now) >= 1000) now = serverNow()
  return now
}
