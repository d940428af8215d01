import { parsePersonDue } from '../assignments/extension-list'
import type { DataClient } from '../client'
import { type Enums, QUESTION_AUDIENCE } from '../database.gen'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  boolean,
  both,
  changed,
  listOf,
  number,
  orNull,
  type Schema,
  shape,
  string,
} from '../json'
import { parseBehind } from '../library/behind'
import { INBOX_KINDS, type InboxKind } from './inbox-kinds'

type Caller = Pick<DataClient, 'rpc'>

const parseNamed = shape({ id: string, name: string })
const parseTitled = shape({ id: string, title: string })

const parseBase = shape({
  /** The id of the work, the purchase, or the other record that the row is about. */
  subject_id: string,
  /**
   * Changes when something new happens. Actions on a row contain the version that the person saw (rules/inbox#done).
   */
  version: string,
  title: string,
  person: orNull(parseNamed),
  course: orNull(parseTitled),
  cohort: orNull(parseTitled),
  /** When the row appeared, as an ISO date; `promise_at` is when it should be settled. */
  since: string,
  promise_at: string,
  /** The colleague to whom the row was handed over. */
  holder: orNull(
    shape({
      id: string,
      name: string,
      /** The name of the person who handed the row over. */
      by: string,
      mine: boolean,
      /** The note; null for everybody except these two people. */
      note: orNull(string),
      /** ISO date. */
      at: string,
    }),
  ),
})

/** Describes the rows of one kind: the common fields, and `facts`, which differ between kinds. */
const rowOf = <K extends InboxKind, F>(kind: K, facts: Schema<F>) =>
  both(parseBase, shape({ kind: among([kind]), facts }))

const parseWorkFacts = shape({ round: number, late: boolean })
/** The place of a question in the portal: the slug of its course, and its lesson. */
const place = { slug: string, lesson_id: string }

const ROWS = {
  WORK: rowOf('WORK', parseWorkFacts),
  APPEAL: rowOf('APPEAL', parseWorkFacts),
  /** A question that waits for an answer. */
  QUESTION: rowOf(
    'QUESTION',
    shape({
      ...place,
      /** The title of the lesson. */
      lesson: string,
      /** The first 1,000 characters of the question, in Markdown. */
      body: string,
      /** Whether the question is longer than `body`. */
      cut: boolean,
      audience: among(QUESTION_AUDIENCE),
      /** The number of answers. */
      answers: number,
    }),
  ),
  QUESTION_REPORT: rowOf('QUESTION_REPORT', shape({ ...place, reports: number })),
  /** A request for more time. */
  EXTENSION: rowOf(
    'EXTENSION',
    shape({
      lesson_id: string,
      /** The number of days that the person asked for; null in old requests. */
      days: orNull(number),
      note: string,
      due: parsePersonDue,
    }),
  ),
  BEHIND: changed(
    both(
      rowOf('BEHIND', parseBehind),
      shape({ person: shape({ id: string, name: string, email: string }) }),
    ),
    ({ facts, person: { email, ...person }, ...row }) => ({
      ...row,
      person,
      facts: { ...facts, email },
    }),
  ),
  REPORT: rowOf('REPORT', shape({ community_id: string, slug: string, reports: number })),
  /**
   * A purchase that is pending, or that is paid and belongs to no member. Amounts are in the currency's smallest unit.
   */
  PURCHASE: rowOf(
    'PURCHASE',
    shape({
      status: among(['PENDING', 'COMPLETED'] satisfies Enums<'purchase_status'>[]),
      item: orNull(string),
      amount_cents: number,
      currency: string,
      ref: string,
      buyer_email: orNull(string),
    }),
  ),
  EVENT: rowOf(
    'EVENT',
    shape({ type: string, reasons: listOf(string), ref: orNull(string), times: number }),
  ),
  MAIL: rowOf('MAIL', shape({ error: orNull(string), attempts: number })),
  INVITE: rowOf('INVITE', shape({ by: orNull(string) })),
} satisfies { [K in InboxKind]: Schema<{ kind: K }> }

const parseKind = shape({ kind: among(INBOX_KINDS) })

export type RowOf<K extends InboxKind> = Answer<(typeof ROWS)[K]>
/** A row of the caller's inbox. */
export type InboxRow = RowOf<InboxKind>

export const parseInbox = shape({
  /** The rows in order of their promised moments, at most 50 of each kind. */
  rows: listOf((row): InboxRow => ROWS[parseKind(row).kind](row)),
  /** The number of rows of each kind. `MAX_INBOX_ROWS + 1` means more than `MAX_INBOX_ROWS`. */
  counts: shape(
    Object.fromEntries(INBOX_KINDS.map((kind) => [kind, number])) as Record<
      InboxKind,
      Schema<number>
    >,
  ),
  /** When the next snoozed row appears again, as an ISO date; null if none is snoozed. */
  changes_at: orNull(string),
  /** Whether no worker is processing jobs; false for people who may not read jobs. */
  stopped: boolean,
})
export type Inbox = Answer<typeof parseInbox>

/** The maximum count of rows of one kind. */
export const MAX_INBOX_ROWS = 1000

/** Reads the caller's inbox. Fails with a DataError: `42501`. */
export async function readInbox(client: Caller, signal: AbortSignal): Promise<Inbox> {
  const call = client.rpc('staff_inbox', undefined, { get: true })
  return parseInbox(unwrap(await call.abortSignal(signal)))
}

/** Identifies a row in the version that the person saw. */
export type RowKey = Pick<InboxRow, 'kind' | 'subject_id' | 'version'>

/** Returns a text that is unique for each version of a row. */
export const keyOf = ({ kind, subject_id, version }: RowKey): string =>
  `${kind} ${subject_id} ${version}`

const keyArgs = ({ kind, subject_id, version }: RowKey) => ({ kind, subject_id, version })

/** Hides a row from the caller until something new happens. Throws DataError: `42501`. */
export async function finishRow(client: Caller, row: RowKey): Promise<void> {
  unwrap(await client.rpc('finish_inbox_row', keyArgs(row)))
}

/** Hides a row from the caller until a moment (ISO date) within a month. Throws DataError: `42501`, `PT422`. */
export async function snoozeRow(
  client: Caller,
  { row, until }: { row: RowKey; until: string },
): Promise<void> {
  unwrap(await client.rpc('snooze_inbox_row', { ...keyArgs(row), until }))
}

/** Shows a row again that the caller has hidden or snoozed. Throws DataError: `42501`. */
export async function restoreRow(client: Caller, { kind, subject_id }: RowKey): Promise<void> {
  unwrap(await client.rpc('restore_inbox_row', { kind, subject_id }))
}

/** The maximum length of a note, in characters. */
export const NOTE_LENGTH = 500

/** The colleague to whom a row is handed over. `heldBy` is the id of the present holder on the caller's screen. */
export interface HandingOver {
  row: RowKey
  toId: string
  note: string
  heldBy: string | null
}

/**
 * Hands a row over. Repeating the call changes nothing. Throws DataError: `42501`, `PT404` with hint `NO_ROW`, `PT409`
 * with hint `HANDED_OVER` if somebody else has the row now, `PT422`.
 */
export async function handOverRow(
  client: Caller,
  { row, toId, note, heldBy }: HandingOver,
): Promise<void> {
  const args = { ...keyArgs(row), to_id: toId, note, ...(heldBy !== null && { held_by: heldBy }) }
  unwrap(await client.rpc('hand_over_inbox_row', args))
}

export const parseColleagues = listOf(parseNamed)

/** Returns the colleagues to whom a row can be handed over, sorted by name. Fails with a DataError: `42501`. */
export async function readColleagues(
  client: Caller,
  { kind, subject_id }: RowKey,
  signal: AbortSignal,
): Promise<Answer<typeof parseColleagues>> {
  const call = client.rpc('inbox_colleagues', { kind, subject_id }, { get: true })
  return parseColleagues(unwrap(await call.abortSignal(signal)))
}
