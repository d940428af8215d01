/** A read that the page's head sent off before any of the application's code was there. */
export interface PrefetchedRead {
  /** The whole address. */
  url: string
  /** The access token that it was sent with. */
  token: string
  answer: Promise<Response>
}

declare global {
  interface Window {
    /** Left by the script that `prefetchScript` writes. */
    rookiesPrefetched?: PrefetchedRead[]
  }
}

/**
 * Takes the answer of an early read, once. In: the address and the access token of a request about to be
 * sent. Out: what the head's request was answered, whatever that is; null when there is none of this
 * address and token, or when the connection broke.
 */
export async function takePrefetched(url: string, token: string): Promise<Response | null> {
  const reads = globalThis.window?.rookiesPrefetched
  const at = reads?.findIndex((read) => read.url === url && read.token === token) ?? -1
  const [read] = at < 0 ? [] : (reads?.splice(at, 1) ?? [])
  return read ? read.answer.catch(() => null) : null
}
