/** How long after the answer to a save its realtime signal can arrive, in milliseconds. */
const ECHO_MS = 5_000

/** The saves of this page whose realtime signals have not arrived, the earliest first. */
let awaited: { until: number }[] = []

/**
 * Calls a function that saves a draft, and remembers that its realtime signal will arrive. Returns its result and
 * throws its error.
 */
export async function trackDraftSave<A>(save: () => Promise<A>): Promise<A> {
  const own = { until: Number.POSITIVE_INFINITY }
  awaited.push(own)
  try {
    const answer = await save()
    own.until = performance.now() + ECHO_MS
    return answer
  } catch (error) {
    awaited = awaited.filter((one) => one !== own)
    throw error
  }
}

/**
 * Returns whether a realtime signal about drafts was caused by a save of this page. Each save causes one signal, so
 * further signals come from other devices, whatever their order.
 */
export function takeDraftEcho(): boolean {
  awaited = awaited.filter(({ until }) => until > performance.now())
  return awaited.shift() !== undefined
}

/** Forgets the saves so far, because their signals were sent before this page was subscribed. */
export function forgetDraftEchoes(): void {
  awaited = []
}
