import type { QueryClient } from '@tanstack/react-query'
import type { AccountNotice } from '../access/account-notice'
import type { DataClient } from '../client'
import type { SyncContext, SyncMessages } from '../delivery/browser-sender'
import type { Delivery } from '../delivery/sender'
import type { DataError } from '../errors'
import type { Outbox } from './outbox'

/** The fields that every change has. */
export interface AnyChange {
  kind: string
  lessonId: string
  /** The slug of the lesson's course. Queries of the course are refreshed by it, and messages link to it. */
  slug: string
}

/** A change in the outbox. */
export interface Queued<C extends AnyChange = AnyChange> {
  /** Every replacement gets a new id, so that the acknowledgement of an earlier change does not delete a later one. */
  id: string
  /** The id of the person who made the change. It is sent only while this person is signed in. */
  user: string
  /** When the change was made, in milliseconds by this browser's clock. Changes are sent in this order. */
  at: number
  change: C
  /** Why the server refused the entry, which is then not sent again. */
  refused?: string
}

/** Returns the entries whose change is of one kind. */
export function ofKind<C extends AnyChange>(queued: readonly Queued[], kind: C['kind']) {
  return queued.filter((entry): entry is Queued<C> => entry.change.kind === kind)
}

/** The messages that the application shows about entries of the outbox. */
export interface OutboxMessages extends SyncMessages {
  /** Reports that a lesson was completed, with a button that calls `undo`. */
  completed: (lesson: { id: string; title: string }, undo: () => void) => void
  /** Hides the message about this lesson, because it is no longer true. */
  takenBack: (lessonId: string) => void
  accountClosed: (notice: AccountNotice) => void
}

export type OutboxContext = SyncContext<OutboxMessages>

/** The page that sends the outbox of the signed-in person, with the functions that it offers to the kinds. */
export interface OutboxPage extends OutboxContext {
  outbox: Outbox
  /** Sends the queued entries now. */
  flush: () => void
  /**
   * When the loss of access to a course was last reported, by the course's slug, in milliseconds by this browser's
   * clock.
   */
  reportedAt: Map<string, number>
}

/** Shows an accepted change on the page. Called before the entry leaves the outbox. */
export type ShowSaved = (page: OutboxPage) => void

export type EntryDelivery = Delivery<ShowSaved>

/**
 * How one kind of change is sent from the outbox. Each domain defines its own kinds. `KINDS` in `sync` lists them and
 * is loaded when something is sent; `WaitingRules` has the rules that are needed earlier. These functions are methods,
 * so that one table can contain kinds with different types of changes.
 */
export interface OutboxKind<C extends AnyChange> {
  /** Sends an entry as the signed-in person. Repeating the call changes nothing more. Never throws. */
  deliver(client: DataClient, entry: Queued<C>): Promise<EntryDelivery>
  /** Reports that the server refused an entry, and stores its content elsewhere if the person still needs it. */
  refused(page: OutboxPage, change: C, error: DataError): void
  /** Reads the result from the server after another tab has sent the entry and received the answer. */
  settledElsewhere?(queries: QueryClient, change: C): void
  /** Reverts what the page shows as saved if the account was disabled. If missing, the entry stays in the outbox. */
  takeBack?(page: OutboxPage, change: C): void
  /**
   * Names the unsent changes that a person would lose by signing out, such as `2 completed lessons`. `count` is at
   * least 1.
   */
  unsent(count: number): string
}

/**
 * The rules of a kind that the outbox needs before anything is sent. `WAITING` in `sync` lists the kinds that have
 * rules.
 */
export interface WaitingRules<C extends AnyChange> {
  /** Returns whether an earlier change need not be sent because of a later one. */
  replaces?(later: C, earlier: C): boolean
  /**
   * Returns the reason with which a refused entry stays in the outbox as a draft. If missing, refused entries are
   * deleted.
   */
  keptRefused?(error: DataError): string
}
