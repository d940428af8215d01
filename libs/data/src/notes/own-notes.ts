import type { QueryClient } from '@tanstack/react-query'
import { localStore } from '../device/store'
import { currentUserId } from '../session/current-user'
import { NoteStore, type QueuedNote, watchNoteStores } from './note-store'

const NOTHING: readonly QueuedNote[] = []

let held: NoteStore | null = null
let current = NOTHING
const listeners = new Set<() => void>()

/** Returns the notes that the server has not acknowledged; null for a visitor. */
export function ownNoteStore(queries: QueryClient): NoteStore | null {
  const user = currentUserId(queries)
  if (user === undefined) return null
  if (held?.user !== user) {
    held = new NoteStore(user, localStore)
    current = held.every()
  }
  return held
}

/** Returns the queued notes as an array that stays the same object until they change. */
export function queuedNotes(queries: QueryClient): readonly QueuedNote[] {
  return ownNoteStore(queries) ? current : NOTHING
}

/** Calls `listener` whenever the queued notes change. Returns a function that unsubscribes. */
export function watchQueuedNotes(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

watchNoteStores(() => {
  current = held?.every() ?? NOTHING
  for (const listener of listeners) listener()
})

/** Shown if two devices changed the same note (rules/learning#notes). */
export const BOTH_KEPT = 'This note was changed on another device too. Both texts are kept.'

/** Shown if the browser's storage is full. */
export const KEPT_IN_PAGE =
  'This browser has no room left. The note is kept only as long as this page is open: leave it open until the note is saved.'

/** Shown if the server refuses a note without a message. */
export const NOT_SAVED = 'This note could not be saved.'
