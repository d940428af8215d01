let begin: (() => void) | null = null
const listeners = new Set<() => void>()

function set(next: (() => void) | null): void {
  begin = next
  for (const listener of listeners) listener()
}

/** Sets the function that opens the form for a new note. Returns a function that removes it, unless it was replaced. */
export function setNewNoteOpener(offered: () => void): () => void {
  set(offered)
  return () => {
    if (begin === offered) set(null)
  }
}

/** Returns the function that opens the form for a new note; null in a preview and until its code has loaded. */
export const newNoteOpener = () => begin

/** Calls `listener` when `newNoteOpener` returns another value. Returns a function that unsubscribes. */
export function watchNewNoteOpener(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
