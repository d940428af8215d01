let shown = false
const listeners = new Set<() => void>()

/** Whether the page shows what is kept on this device, because the server gave no answer. */
export function isKeptShown(): boolean {
  return shown
}

/** Takes in that it does, or that the server answers again. */
export function setKeptShown(now: boolean): void {
  if (shown === now) return
  shown = now
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever that changes. Out: a function that ends it. */
export function watchKeptShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
