/** Milliseconds after the answer within which the signal of a saved draft arrives, if it does. */
const ECHO_MS = 5_000

/** The saves of this page whose signals have not come, the earliest first. */
let awaited: { until: number }[] = []

/** Runs what saves a draft, and notes it for `takeDraftEcho`. Passes its result and error on. */
export async function savingDraft<A>(save: () => Promise<A>): Promise<A> {
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
 * Returns whether a signal about drafts comes from a save of this page. Each save has one signal, so that the other ones
 * are those of other devices, in whichever order they come.
 */
export function takeDraftEcho(): boolean {
  awaited = awaited.filter(({ until }) => until > performance.now())
  return awaited.shift() !== undefined
}

/** Awaits no more signals of earlier saves, because they were sent before this page could hear them. */
export function forgetDraftEchoes(): void {
  awaited = []
}
