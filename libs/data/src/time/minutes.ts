import { serverNow } from '../server-clock'

const MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = serverNow()

function pass(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}

/** Calls a listener once a minute; all listeners share one timer. Returns a function that ends it. */
export function onMinute(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverNow()
    timer = setInterval(pass, MINUTE_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Returns the server's time in milliseconds. While there are listeners, it changes only once a minute. */
export function minuteNow(): number {
  if (listeners.size === 0 && Math.abs(serverNow() - now) >= 1000) now = serverNow()
  return now
}
