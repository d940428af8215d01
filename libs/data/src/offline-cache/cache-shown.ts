let shown = false
const listeners = new Set<() => void>()

/** Returns whether the page shows cached answers because the server did not answer. */
export function isCacheShown(): boolean {
  return shown
}

export function setCacheShown(now: boolean): void {
  if (shown === now) return
  shown = now
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever the page begins or ends to show cached answers. Returns a function that unsubscribes. */
export function watchCacheShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
