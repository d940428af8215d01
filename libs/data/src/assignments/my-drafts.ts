import type { QueryClient } from '@tanstack/react-query'
import { localStore } from '../device/store'
import { currentUserId } from '../session/current-user'
import { DraftShelf, type QueuedDraft, watchDraftShelves } from './my-draft-shelf'

const NOTHING: readonly QueuedDraft[] = []
let held: DraftShelf | null = null
let current = NOTHING
const listeners = new Set<() => void>()

/** Returns the unacknowledged drafts of the signed-in person; null for a visitor. */
export function ownDraftShelf(queries: QueryClient): DraftShelf | null {
  const user = currentUserId(queries)
  if (user === undefined) return null
  if (held?.user !== user) {
    held = new DraftShelf(user, localStore)
    current = held.every()
  }
  return held
}

/** Returns the queued drafts: the same array until they change. */
export function queuedDrafts(queries: QueryClient): readonly QueuedDraft[] {
  return ownDraftShelf(queries) ? current : NOTHING
}

/** Calls `listener` whenever the queued drafts change, in this tab or another. Returns a function that unsubscribes. */
export function watchQueuedDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

watchDraftShelves(() => {
  current = held?.every() ?? NOTHING
  for (const listener of listeners) listener()
})
