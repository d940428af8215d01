import { onServerTime, serverNow } from '../server-clock'

/** The delay of a call, plus a random part, so that the server has opened and not all people ask at once. */
const MARGIN_MS = 300
const SPREAD_MS = 5_000
/** The longest timer. It bounds the delay after a sleep of the device or a change of its clock. */
const MAX_TIMER_MS = 60_000
/**
 * The pause in milliseconds after a first call that did not show the opening. Each further pause is twice as long, up
 * to the maximum.
 */
const FIRST_PAUSE_MS = 30_000
const MAX_PAUSE_MS = 120_000

interface Awaited {
  /** The moment of the call, in milliseconds by the server's clock. */
  due: number
  act: () => void
}

const awaited = new Set<Awaited>()
let timer: ReturnType<typeof setTimeout> | undefined
let unsubscribe = () => {}

function callDue(): void {
  clearTimeout(timer)
  const now = serverNow()
  for (const one of awaited) {
    if (one.due > now) continue
    awaited.delete(one)
    one.act()
  }
  const [next] = [...awaited].map(({ due }) => due).sort((a, b) => a - b)
  if (next !== undefined) timer = setTimeout(callDue, Math.min(next - now, MAX_TIMER_MS))
}

/** Returns when the listener is called: at the moment, or after a pause if earlier calls did not show the opening. */
function dueAfter(at: number, failures: number): number {
  if (failures === 0) return at
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS)
  return Math.max(at, serverNow() + pause)
}

/**
 * Calls `act` once when a moment (ISO date) has passed by the server's clock, with a random delay of some seconds, so
 * that people who wait for the same moment do not all send requests at once. All moments share one timer. If the device
 * slept, `act` is called when the page is shown again. `failures` is how often `act` was already called for this moment
 * without seeing the expected change; the call then comes after a pause. An invalid date never passes. Returns a
 * function that cancels the call.
 */
export function onOpening(moment: string, failures: number, act: () => void): () => void {
  const due = dueAfter(Date.parse(moment), failures) + MARGIN_MS + Math.random() * SPREAD_MS
  const one: Awaited = { due: Number.isNaN(due) ? Number.POSITIVE_INFINITY : due, act }
  if (awaited.size === 0) {
    document.addEventListener('visibilitychange', callDue)
    unsubscribe = onServerTime(callDue)
  }
  awaited.add(one)
  callDue()
  return () => {
    awaited.delete(one)
    if (awaited.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', callDue)
    unsubscribe()
  }
}
