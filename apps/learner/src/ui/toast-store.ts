/**
 * A message that is shown for a few seconds. Screen readers announce an error at once, other messages at the next
 * pause.
 */
export interface Toast {
  id: number
  /** `info` is for messages about neither a success nor a failure. */
  tone: 'success' | 'info' | 'error'
  title: string
  message?: string
  action?: { label: string; onSelect: () => void }
  /** True if the toast stays until the person dismisses it or other code removes it. */
  stays?: boolean
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** The largest number of toasts on screen; a further one replaces the oldest. A phone has room for one. */
const maxToasts = () => (globalThis.matchMedia?.('(max-width: 48rem)').matches ? 1 : 3)

/** Shows a toast, and removes one of the same kind. Returns the toast's id, with which it can be removed. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1
  const others = toasts.filter(({ tone, title }) => tone !== toast.tone || title !== toast.title)
  update([...others, { ...toast, id: lastId }].slice(-maxToasts()))
  return lastId
}

/** Shows an error under the title that all errors have (rules/interface#messages). */
export function showError(message: string): number {
  return showToast({ tone: 'error', title: 'Error', message })
}

export function dismissToast(id: number): void {
  update(toasts.filter((toast) => toast.id !== id))
}

export function dismissToasts(): void {
  update([])
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

export function watchToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function update(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
