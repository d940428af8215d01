/** A message that appears for a while. Errors are announced at once, others when it suits. */
export interface Toast {
  id: number
  tone: 'success' | 'error'
  title: string
  message?: string
  action?: { label: string; onSelect: () => void }
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** How many stay on screen: the oldest gives way. A phone has room for one. */
const most = () => (globalThis.matchMedia?.('(max-width: 48rem)').matches ? 1 : 3)

/** Shows a message, in place of one of the same kind. Out: its number, to take it back with. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1
  const others = toasts.filter(({ tone, title }) => tone !== toast.tone || title !== toast.title)
  update([...others, { ...toast, id: lastId }].slice(-most()))
  return lastId
}

/** An error, with the title that all of them have (rules/interface#messages). */
export function showError(message: string): number {
  return showToast({ tone: 'error', title: 'Error', message })
}

export function dismissToast(id: number): void {
  update(toasts.filter((toast) => toast.id !== id))
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
