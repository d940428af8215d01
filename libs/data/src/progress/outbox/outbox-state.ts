import type { QueryClient } from '@tanstack/react-query'
import { localStore } from '../../device/store'
import { currentUserId } from '../../session/current-user'
import { Outbox, type Queued, watchOutboxes } from './outbox'

/** What the signed-in person has done and the server has not acknowledged. */
export interface OutboxState {
  entries: readonly Queued[]
  /** The entries wait for a connection, and not only for an answer that is on its way. */
  offline: boolean
}

const NOTHING: OutboxState = { entries: [], offline: false }

let held: Outbox | null = null
let unreachable = false
let current = NOTHING
const seen = new Map<string, Queued>()
const listeners = new Set<() => void>()

/** The outbox of the person who is signed in; null for a visitor. */
export function ownOutbox(queries: QueryClient): Outbox | null {
  const user = currentUserId(queries)
  if (user === undefined) return null
  if (held?.user !== user) {
    held = new Outbox(user, localStore)
    unreachable = false
    seen.clear()
    current = read()
  }
  return held
}

/** What waits for the person who is signed in: the same object until something changes. */
export function currentOutboxState(queries: QueryClient): OutboxState {
  return ownOutbox(queries) ? current : NOTHING
}

/** Calls `listener` whenever what waits changes. Out: a function that ends it. */
export function watchOutboxState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes in whether the server is known to be out of reach. */
export function setUnreachable(now: boolean): void {
  if (unreachable === now) return
  unreachable = now
  update()
}

/** What this page has seen waiting and waits no more: another tab has dealt with it. */
export function settledInOtherTabs(outbox: Outbox): Queued[] {
  const waiting = new Set(outbox.all().map(({ id }) => id))
  return [...seen.values()].filter(({ id }) => !waiting.has(id))
}

function read(): OutboxState {
  const entries = held?.all() ?? []
  for (const entry of entries) seen.set(entry.id, entry)
  return { entries, offline: entries.length > 0 && (unreachable || !navigator.onLine) }
}

function update(): void {
  current = read()
  for (const listener of listeners) listener()
}

watchOutboxes(update)
addEventListener('online', update)
addEventListener('offline', update)
