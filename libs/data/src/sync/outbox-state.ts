import type { QueryClient } from '@tanstack/react-query'
import { localStore } from '../device/store'
import type { Queued } from '../outbox/kind'
import { type Outbox, watchOutboxes } from '../outbox/outbox'
import { currentUserId } from '../session/current-user'
import { outboxOf } from './waiting'

/** Shown if nobody is signed in when a lesson is completed (rules/interface#messages). */
export const LOGIN_TO_TRACK = 'Please log in to track progress.'

/** Shown beside changes that the server has not acknowledged yet. */
export const SAVED_WHEN_ONLINE = 'Saves when you are back online'

/** The signed-in person's changes that the server has not acknowledged. */
export interface OutboxState {
  entries: readonly Queued[]
  /** The refused entries, which are drafts now. */
  refused: readonly Queued[]
  /** True if the entries cannot be sent for lack of a connection; false while an answer is on its way. */
  offline: boolean
}

const NOTHING: OutboxState = { entries: [], refused: [], offline: false }

let held: Outbox | null = null
let unreachable = false
let current = NOTHING
const seen = new Map<string, Queued>()
const listeners = new Set<() => void>()

/** Returns the outbox of the signed-in person; null for a visitor. */
export function ownOutbox(queries: QueryClient): Outbox | null {
  const user = currentUserId(queries)
  if (user === undefined) return null
  if (held?.user !== user) {
    held = outboxOf(user, localStore)
    unreachable = false
    seen.clear()
    current = read()
  }
  return held
}

/** Returns the state of the signed-in person's outbox: the same object until it changes. */
export function currentOutboxState(queries: QueryClient): OutboxState {
  return ownOutbox(queries) ? current : NOTHING
}

/** Calls `listener` whenever the state changes. Returns a function that unsubscribes. */
export function watchOutboxState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets whether the server is known to be unreachable. */
export function setUnreachable(now: boolean): void {
  if (unreachable === now) return
  unreachable = now
  update()
}

/** Returns the entries that this page has seen and that are no longer queued, because another tab has settled them. */
export function settledInOtherTabs(outbox: Outbox): Queued[] {
  const queued = new Set(outbox.all().map(({ id }) => id))
  return [...seen.values()].filter(({ id }) => !queued.has(id))
}

function read(): OutboxState {
  const entries = held?.all() ?? []
  for (const entry of entries) seen.set(entry.id, entry)
  const refused = held?.refused() ?? []
  return { entries, refused, offline: entries.length > 0 && (unreachable || !navigator.onLine) }
}

function update(): void {
  current = read()
  for (const listener of listeners) listener()
}

watchOutboxes(update)
addEventListener('online', update)
addEventListener('offline', update)
