import type { QueryClient } from '@tanstack/react-query'
import { localStore } from '../device/store'
import { currentUserId } from '../session/current-user'
import { DraftStore, type QueuedDraft, watchDraftStores } from './draft-store'

/** The drafts of one kind (work or code) that the signed-in person wrote in this browser. */
export interface OwnDrafts<B> {
  /** Returns the drafts that the server has not acknowledged; null for a visitor. */
  store: (queries: QueryClient) => DraftStore<B> | null
  /** Returns the drafts as an array that stays the same object until they change. */
  queued: (queries: QueryClient) => readonly QueuedDraft<B>[]
  /** Calls `listener` when the drafts change, in this tab or another. Returns a function that unsubscribes. */
  watch: (listener: () => void) => () => void
}

/** Creates the access to those drafts whose keys in local storage begin with `prefix`. */
export function ownDrafts<B>(prefix: string): OwnDrafts<B> {
  const nothing: readonly QueuedDraft<B>[] = []
  let held: DraftStore<B> | null = null
  let current = nothing
  const listeners = new Set<() => void>()

  const store = (queries: QueryClient) => {
    const user = currentUserId(queries)
    if (user === undefined) return null
    if (held?.user !== user) {
      held = new DraftStore<B>(user, localStore, prefix)
      current = held.every()
    }
    return held
  }

  watchDraftStores(prefix, () => {
    current = held?.every() ?? nothing
    for (const listener of listeners) listener()
  })

  return {
    store,
    queued: (queries) => (store(queries) ? current : nothing),
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
