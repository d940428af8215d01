let shown = false
const listeners = new Set<() => void>()

/** Returns whether the page shows cached answers because the server does not answer. */
export function isCacheShown(): boolean {
  return shown
}

export function setCacheShown(now: boolean): void {
  if (shown === now) return
  shown = now
  for (const listener of listeners) listener()
}

/** Calls `listener` when the page begins or stops showing cached answers. Returns a function that unsubscribes. */
export function watchCacheShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
