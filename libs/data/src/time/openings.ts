import { onServerTime, serverNow } from '../server-clock'

/** Nobody asks before the server's clock has passed the moment, and not all people ask at once. */
const MARGIN_MS = 300
const SPREAD_MS = 5_000
/** A timer stands still while a device sleeps, and the clock may be set meanwhile, so the clock is read this often. */
const LOOK_MS = 60_000
/** The pause after a first attempt without the opening. Each further pause is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 120_000

interface Awaited {
  /** Milliseconds by the server's clock. */
  due: number
  act: () => void
}

const awaited = new Set<Awaited>()
let timer: ReturnType<typeof setTimeout> | undefined
let forget = () => {}

function look(): void {
  clearTimeout(timer)
  const now = serverNow()
  for (const one of awaited) {
    if (one.due > now) continue
    awaited.delete(one)
    one.act()
  }
  const [next] = [...awaited].map(({ due }) => due).sort((a, b) => a - b)
  if (next !== undefined) timer = setTimeout(look, Math.min(next - now, LOOK_MS))
}

/** Returns when to act upon a moment: when it has passed, or some time from now after failed attempts. */
function dueAfter(at: number, failures: number): number {
  if (failures === 0) return at
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
  return Math.max(at, serverNow() + pause)
}

/**
 * Calls `act` once when a moment (ISO date) has passed by the server's clock, some seconds later at random, so that
 * people who wait for the same moment do not all ask at once. All moments share one timer. After a device slept, `act`
 * is called as soon as the page is shown. `failures` is how often `act` was called for this moment and did not bring
 * what was expected; the next attempt then waits longer. A moment that is no date never passes. Returns a function that
 * ends the wait.
 */
export function onOpening(moment: string, failures: number, act: () => void): () => void {
  const due = dueAfter(Date.parse(moment), failures) + MARGIN_MS + Math.random() * SPREAD_MS
  const one: Awaited = { due: Number.isNaN(due) ? Number.POSITIVE_INFINITY : due, act }
  if (awaited.size === 0) {
    document.addEventListener('visibilitychange', look)
    forget = onServerTime(look)
  }
  awaited.add(one)
  look()
  return () => {
    awaited.delete(one)
    if (awaited.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    forget()
  }
}
