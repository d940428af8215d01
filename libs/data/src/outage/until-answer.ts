import type { DataClient } from '../client'
import { isTransient, toDataError, unwrap } from '../errors'

/** An answer that takes longer than this, in milliseconds, counts as none. */
const PATIENCE_MS = 5_000

/** Milliseconds between two questions, each a little different, so that not all browsers ask a server at once. */
const nextQuestion = () => 2_000 + 2_000 * Math.random()

/**
 * Waits until the server answers, whatever it says. Resolves to whether it failed to answer before, so that an error
 * that has another cause than an outage is left alone. Resolves to false once `signal` is aborted. Never rejects.
 */
export async function untilAnswer(client: DataClient, signal: AbortSignal): Promise<boolean> {
  let wasOut = false
  while (!signal.aborted) {
    if (await answers(client)) return wasOut && !signal.aborted
    wasOut = true
    await pause(signal)
  }
  return false
}

async function answers(client: DataClient): Promise<boolean> {
  if (globalThis.navigator?.onLine === false) return false
  const patience = AbortSignal.timeout(PATIENCE_MS)
  try {
    unwrap(await client.rpc('my_account_state').abortSignal(patience))
    return true
  } catch (thrown) {
    return !isTransient(toDataError(thrown))
  }
}

/** Ends early when the browser's connection returns, and when `signal` is aborted. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, nextQuestion())
    globalThis.addEventListener?.('online', end, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
  })
}
