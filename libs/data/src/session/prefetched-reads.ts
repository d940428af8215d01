/** A request that the script in the page's head has sent before the application was loaded. */
export interface PrefetchedRead {
  /** The absolute address. */
  url: string
  /** The access token with which the request was sent. */
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
 * Takes the prefetched answer for an address and an access token. Each answer can be taken once, whatever its status.
 * Null if there is none, or if the connection broke.
 */
export async function takePrefetched(url: string, token: string): Promise<Response | null> {
  const reads = globalThis.window?.rookiesPrefetched
  const at = reads?.findIndex((read) => read.url === url && read.token === token) ?? -1
  const [read] = at < 0 ? [] : (reads?.splice(at, 1) ?? [])
  return read ? read.answer.catch(() => null) : null
}
