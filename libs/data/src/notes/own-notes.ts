import type { QueryClient } from '@tanstack/react-query'
import { localStore } from '../device/store'
import { currentUserId } from '../session/current-user'
import { NoteShelf, type QueuedNote, watchShelves } from './note-shelf'

const NOTHING: readonly QueuedNote[] = []

let held: NoteShelf | null = null
let current = NOTHING
const listeners = new Set<() => void>()

/** The notes of the signed-in person that are not known to the server; null for a visitor. */
export function ownShelf(queries: QueryClient): NoteShelf | null {
  const user = currentUserId(queries)
  if (user === undefined) return null
  if (held?.user !== user) {
    held = new NoteShelf(user, localStore)
    current = held.every()
  }
  return held
}

/** What is on it: the same array until something changes. */
export function queuedNotes(queries: QueryClient): readonly QueuedNote[] {
  return ownShelf(queries) ? current : NOTHING
}

/** Calls `listener` whenever that changes. Out: a function that ends it. */
export function watchQueuedNotes(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

watchShelves(() => {
  current = held?.every() ?? NOTHING
  for (const listener of listeners) listener()
})

/** Said when two devices changed one note (rules/learning#notes). */
export const BOTH_KEPT = 'This note was changed on another device too. Both texts are kept.'

/** Said when the browser's storage takes no more. */
export const KEPT_IN_PAGE =
  'This browser has no room left. The note is kept only as long as this page is open: leave it open until the note is saved.'

/** The server's refusal of a note, where it says no more. */
export const NOT_SAVED = 'This note could not be saved.'
