import type { QueryClient } from '@tanstack/react-query'
import type { AccountNotice } from '../access/account-notice'
import type { DataClient } from '../client'
import type { SyncContext, SyncMessages } from '../delivery/browser-sender'
import type { Delivery } from '../delivery/sender'
import type { DataError } from '../errors'
import type { Outbox } from './outbox'

/** What the outbox itself reads of a change. */
export interface AnyChange {
  kind: string
  lessonId: string
  /** The course of the lesson, for refreshing its queries and for messages. */
  slug: string
}

/** A change that is not acknowledged yet. */
export interface Queued<C extends AnyChange = AnyChange> {
  /** Every replacement gets a new id, so that an acknowledgement never settles a later change. */
  id: string
  /** The person who made the change. The change is never sent as anybody else. */
  user: string
  /** When the change was made, in milliseconds by this browser's clock. Changes are sent in this order. */
  at: number
  change: C
  /** Why the server refused the entry, which is not sent again. */
  refused?: string
}

/** Returns the entries of one kind. */
export function ofKind<C extends AnyChange>(queued: readonly Queued[], kind: C['kind']) {
  return queued.filter((entry): entry is Queued<C> => entry.change.kind === kind)
}

/** The messages about the outbox's entries, which the application shows. */
export interface OutboxMessages extends SyncMessages {
  /** A lesson is complete; `undo` reverts that. */
  completed: (lesson: { id: string; title: string }, undo: () => void) => void
  /** An earlier message about this lesson is no longer true. */
  takenBack: (lessonId: string) => void
  accountClosed: (notice: AccountNotice) => void
}

export type OutboxContext = SyncContext<OutboxMessages>

/** The page that sends the outbox of the signed-in person. */
export interface OutboxPage extends OutboxContext {
  outbox: Outbox
  /** Sends what is queued. */
  flush: () => void
  /** When lost access to a course was reported last, in milliseconds by this browser's clock, by the course's slug. */
  toldAt: Map<string, number>
}

/** Shows what the server accepted, before the entry leaves the outbox. */
export type ShowSaved = (page: OutboxPage) => void

export type EntryDelivery = Delivery<ShowSaved>

/**
 * A kind of change that waits in the outbox. Each domain defines its own, and `KINDS` in `sync` lists them, which load
 * when something is sent. `WaitingRules` has what is needed before. The functions are methods, so that one table can hold
 * kinds of different changes.
 */
export interface OutboxKind<C extends AnyChange> {
  /** Sends an entry as the signed-in person; repeating the call changes nothing more. Never throws. */
  deliver(client: DataClient, entry: Queued<C>): Promise<EntryDelivery>
  /** Says that the server refused an entry, and keeps what must not be lost. */
  refused(page: OutboxPage, change: C, error: DataError): void
  /** Reads the result from the server, because another tab has sent the entry and knows the answer. */
  settledElsewhere?(queries: QueryClient, change: C): void
  /** Reverts what was shown as saved if the account is disabled; without this, the entry stays in the outbox. */
  takeBack?(page: OutboxPage, change: C): void
  /** Names what a person loses who signs out, such as `2 completed lessons`. `count` is at least 1. */
  unsent(count: number): string
}

/** What the outbox must know of a kind before anything is sent; `WAITING` in `sync` lists the kinds that have rules. */
export interface WaitingRules<C extends AnyChange> {
  /** Whether a later change makes an earlier one pointless, which then is not sent. */
  replaces?(later: C, earlier: C): boolean
  /** Returns the reason with which a refused entry stays in the outbox, as a draft; otherwise it is removed. */
  keptRefused?(error: DataError): string
}
