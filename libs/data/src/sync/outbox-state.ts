import type { QueryClient } from '@tanstack/react-query'
import { localStore } from '../device/store'
import type { Queued } from '../outbox/kind'
import { type Outbox, watchOutboxes } from '../outbox/outbox'
import { currentUserId } from '../session/current-user'
import { outboxOf } from './waiting'

/** Shown if a visitor completes a lesson (rules/interface#messages). */
export const LOGIN_TO_TRACK = 'Please log in to track progress.'

/** Shown beside changes that the server has not acknowledged yet. */
export const SAVED_WHEN_ONLINE = 'Saves when you are back online'

/** The changes of the signed-in person that the server has not acknowledged. */
export interface OutboxState {
  entries: readonly Queued[]
  /** The refused entries, which stay as drafts. */
  refused: readonly Queued[]
  /** Whether the entries cannot be sent because there is no connection; false while a request is being answered. */
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

/** Returns the state of the person's outbox. It is the same object until the state changes. */
export function currentOutboxState(queries: QueryClient): OutboxState {
  return ownOutbox(queries) ? current : NOTHING
}

/** Calls `listener` when the state changes. Returns a function that unsubscribes. */
export function watchOutboxState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stores whether the server could not be reached. */
export function setUnreachable(now: boolean): void {
  if (unreachable === now) return
  unreachable = now
  update()
}

/** Returns the entries that this page has seen in the outbox and that another tab has sent since. */
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
