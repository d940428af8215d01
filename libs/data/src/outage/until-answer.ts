import type { DataClient } from '../client'
import { isTransient, toDataError, unwrap } from '../errors'

/** A request without an answer within this time, in milliseconds, has failed. */
const PATIENCE_MS = 5_000

/**
 * Returns the time until the next request in milliseconds. It is random, so that not all browsers send requests at the
 * same moment.
 */
const nextRequestIn = () => 2_000 + 2_000 * Math.random()

/**
 * Waits until the server answers, even with an error. Resolves to whether a request has failed before, so that the
 * caller does not repeat queries that failed for another reason than an outage. Resolves to false if `signal` is
 * aborted. Never rejects.
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

/** Waits for the next request. Ends early when the browser is online again, and when `signal` is aborted. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, nextRequestIn())
    globalThis.addEventListener?.('online', end, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
  })
}
