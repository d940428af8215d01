import type { Queued } from '@rookies/data/progress/outbox/change'
import { Outbox, watchOutboxes } from '@rookies/data/progress/outbox/outbox'
import { sessionKeys } from '@rookies/data/session/keys'
import type { SessionUser } from '@rookies/data/session/session-query'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** What the person at the keyboard has done and the server has not acknowledged. */
export interface Waiting {
  entries: readonly Queued[]
  /** They wait for a connection, and not only for an answer that is on its way. */
  offline: boolean
}

const NOTHING: Waiting = { entries: [], offline: false }

let held: Outbox | null = null
let silent = false
let current = NOTHING
const seen = new Map<string, Queued>()
const listeners = new Set<() => void>()

/** The outbox of whoever is signed in; null for a visitor. */
export function ownOutbox(queries: QueryClient): Outbox | null {
  const user = queries.getQueryData<SessionUser | null>(sessionKeys.current())?.id
  if (user === undefined) return null
  if (held?.user !== user) {
    held = new Outbox(user, localStorage)
    silent = false
    seen.clear()
    current = look()
  }
  return held
}

/** Says whether the server is known to be out of reach. */
export function setSilent(now: boolean): void {
  if (silent === now) return
  silent = now
  read()
}

/** What this page has seen waiting and waits no more: another tab has dealt with it. */
export function settledUnheard(outbox: Outbox): Queued[] {
  const waiting = new Set(outbox.all().map(({ id }) => id))
  return [...seen.values()].filter(({ id }) => !waiting.has(id))
}

/** What waits, as it changes. */
export function useWaiting(): Waiting {
  const queries = useQueryClient()
  return useSyncExternalStore(watch, () => (ownOutbox(queries) ? current : NOTHING))
}

function look(): Waiting {
  const entries = held?.all() ?? []
  for (const entry of entries) seen.set(entry.id, entry)
  return { entries, offline: entries.length > 0 && (silent || !navigator.onLine) }
}

function read(): void {
  current = look()
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

watchOutboxes(read)
addEventListener('online', read)
addEventListener('offline', read)
