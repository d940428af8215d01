/** A request that the script in the page's head sent before the application's code had loaded. */
export interface PrefetchedRead {
  /** The absolute address. */
  url: string
  /** The access token of the request. */
  token: string
  answer: Promise<Response>
}

declare global {
  interface Window {
    /** Set by the script that `prefetchScript` returns. */
    rookiesPrefetched?: PrefetchedRead[]
  }
}

/**
 * Takes the prefetched answer for a request's address and access token, once. Returns the answer whatever its status;
 * null if there is none for this address and token, or if the connection broke.
 */
export async function takePrefetched(url: string, token: string): Promise<Response | null> {
  const reads = globalThis.window?.rookiesPrefetched
  const at = reads?.findIndex((read) => read.url === url && read.token === token) ?? -1
  const [read] = at < 0 ? [] : (reads?.splice(at, 1) ?? [])
  return read ? read.answer.catch(() => null) : null
}
