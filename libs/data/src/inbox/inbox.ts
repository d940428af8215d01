import { type PersonDue, parsePersonDue } from '../assignments/extension-list'
import type { DataClient } from '../client'
import { type Json, QUESTION_AUDIENCE } from '../database.gen'
import { unwrap } from '../errors'
import {
  boolean,
  type JsonObject,
  list,
  number,
  numberOrNull,
  object,
  oneOf,
  string,
  stringOrNull,
} from '../json'
import { type Behind, parseBehind } from '../library/behind'
import type { Audience } from '../questions/question'

type Caller = Pick<DataClient, 'rpc'>

/** The kinds of rows (rules/inbox#rows). */
export const INBOX_KINDS = [
  'WORK',
  'APPEAL',
  'QUESTION',
  'QUESTION_REPORT',
  'EXTENSION',
  'BEHIND',
  'REPORT',
  'PURCHASE',
  'EVENT',
  'MAIL',
  'INVITE',
] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** The colleague who got a row. `note` is null for everybody but the two people; `at` is an ISO date. */
export interface Holder {
  id: string
  name: string
  /** The name of the person who handed it over. */
  by: string
  mine: boolean
  note: string | null
  at: string
}

interface RowBase {
  /** The id of the work, the purchase, or another thing that the row is about. */
  subject_id: string
  /** Changes when there is something new; acts on the row name the version on the screen (rules/inbox#done). */
  version: string
  title: string
  person: { id: string; name: string } | null
  course: { id: string; title: string } | null
  cohort: { id: string; title: string } | null
  /** ISO dates. */
  since: string
  promise_at: string
  holder: Holder | null
}

/** A purchase that is pending, or that is paid and has no member. Amounts are in the currency's smallest unit. */
export interface PurchaseFacts {
  status: 'PENDING' | 'COMPLETED'
  item: string | null
  amount_cents: number
  currency: string
  ref: string
  buyer_email: string | null
}

/** Where a question is in the portal. */
interface QuestionPlace {
  /** The slug of its course. */
  slug: string
  lesson_id: string
}

/** A question that waits for an answer. */
export interface QuestionFacts extends QuestionPlace {
  /** The title of its lesson. */
  lesson: string
  /** Markdown, the first 1,000 characters. */
  body: string
  /** Whether the text is longer. */
  cut: boolean
  audience: Audience
  /** The number of answers. */
  answers: number
}

/** A request for more time. */
export interface ExtensionFacts {
  lesson_id: string
  /** How many days were asked for; null in old requests. */
  days: number | null
  note: string
  due: PersonDue | null
}

/** The facts of a row besides its title, by kind. */
interface Facts {
  WORK: { round: number; late: boolean }
  APPEAL: { round: number; late: boolean }
  QUESTION: QuestionFacts
  QUESTION_REPORT: QuestionPlace & { reports: number }
  EXTENSION: ExtensionFacts
  BEHIND: Behind & { email: string }
  REPORT: { community_id: string; slug: string; reports: number }
  PURCHASE: PurchaseFacts
  EVENT: { type: string; reasons: string[]; ref: string | null; times: number }
  MAIL: { error: string | null; attempts: number }
  INVITE: { by: string | null }
}

export type RowOf<K extends InboxKind> = RowBase & { kind: K; facts: Facts[K] }
/** Something that waits for the caller. */
export type InboxRow = { [K in InboxKind]: RowOf<K> }[InboxKind]

export interface Inbox {
  /** In the order of their promises, at most 50 of a kind. */
  rows: InboxRow[]
  /** The number of rows of each kind; `INBOX_MOST + 1` if there are more than `INBOX_MOST`. */
  counts: Record<InboxKind, number>
  /** When the next snoozed row comes back: ISO date; null if none is snoozed. */
  changes_at: string | null
  /** Whether no worker processes jobs; false for people who may not read jobs. */
  stopped: boolean
}

/** The number up to which the rows of a kind are counted. */
export const INBOX_MOST = 1000

/** Returns what waits for the caller. Fails with a DataError: `42501`. */
export async function readInbox(client: Caller, signal: AbortSignal): Promise<Inbox> {
  const call = client.rpc('staff_inbox', undefined, { get: true })
  return parseInbox(unwrap(await call.abortSignal(signal)))
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseInbox(json: Json): Inbox {
  const answer = object(json)
  const counts = object(answer.counts)
  return {
    rows: list(answer.rows).map(parseRow),
    counts: {
      WORK: number(counts.WORK),
      APPEAL: number(counts.APPEAL),
      QUESTION: number(counts.QUESTION),
      QUESTION_REPORT: number(counts.QUESTION_REPORT),
      EXTENSION: number(counts.EXTENSION),
      BEHIND: number(counts.BEHIND),
      REPORT: number(counts.REPORT),
      PURCHASE: number(counts.PURCHASE),
      EVENT: number(counts.EVENT),
      MAIL: number(counts.MAIL),
      INVITE: number(counts.INVITE),
    },
    changes_at: stringOrNull(answer.changes_at),
    stopped: boolean(answer.stopped),
  }
}

function parseTitled(json: Json | undefined) {
  const { id, title } = object(json)
  return { id: string(id), title: string(title) }
}

function parseNamed(json: Json | undefined) {
  const { id, name } = object(json)
  return { id: string(id), name: string(name) }
}

const orNull = <T>(json: Json | undefined, parse: (json: Json | undefined) => T): T | null =>
  json === null ? null : parse(json)

function parseHolder(json: Json | undefined): Holder {
  const row = object(json)
  return {
    id: string(row.id),
    name: string(row.name),
    by: string(row.by),
    mine: boolean(row.mine),
    note: stringOrNull(row.note),
    at: string(row.at),
  }
}

const parsePlace = (facts: JsonObject): QuestionPlace => ({
  slug: string(facts.slug),
  lesson_id: string(facts.lesson_id),
})

function parseRow(json: Json): InboxRow {
  const row = object(json)
  const facts = object(row.facts)
  const base: RowBase = {
    subject_id: string(row.subject_id),
    version: string(row.version),
    title: string(row.title),
    person: orNull(row.person, parseNamed),
    course: orNull(row.course, parseTitled),
    cohort: orNull(row.cohort, parseTitled),
    since: string(row.since),
    promise_at: string(row.promise_at),
    holder: orNull(row.holder, parseHolder),
  }
  const kind = oneOf(INBOX_KINDS, row.kind)
  switch (kind) {
    case 'WORK':
    case 'APPEAL':
      return { ...base, kind, facts: { round: number(facts.round), late: boolean(facts.late) } }
    case 'QUESTION':
      return {
        ...base,
        kind,
        facts: {
          lesson: string(facts.lesson),
          body: string(facts.body),
          cut: boolean(facts.cut),
          audience: oneOf(QUESTION_AUDIENCE, facts.audience),
          answers: number(facts.answers),
          ...parsePlace(facts),
        },
      }
    case 'QUESTION_REPORT':
      return { ...base, kind, facts: { reports: number(facts.reports), ...parsePlace(facts) } }
    case 'EXTENSION':
      return {
        ...base,
        kind,
        facts: {
          lesson_id: string(facts.lesson_id),
          days: numberOrNull(facts.days),
          note: string(facts.note),
          due: parsePersonDue(facts.due),
        },
      }
    case 'BEHIND':
      return {
        ...base,
        kind,
        facts: { ...parseBehind(facts), email: string(object(row.person).email) },
      }
    case 'REPORT':
      return {
        ...base,
        kind,
        facts: {
          community_id: string(facts.community_id),
          slug: string(facts.slug),
          reports: number(facts.reports),
        },
      }
    case 'PURCHASE':
      return {
        ...base,
        kind,
        facts: {
          status: oneOf(['PENDING', 'COMPLETED'], facts.status),
          item: stringOrNull(facts.item),
          amount_cents: number(facts.amount_cents),
          currency: string(facts.currency),
          ref: string(facts.ref),
          buyer_email: stringOrNull(facts.buyer_email),
        },
      }
    case 'EVENT':
      return {
        ...base,
        kind,
        facts: {
          type: string(facts.type),
          reasons: list(facts.reasons).map(string),
          ref: stringOrNull(facts.ref),
          times: number(facts.times),
        },
      }
    case 'MAIL':
      return {
        ...base,
        kind,
        facts: { error: stringOrNull(facts.error), attempts: number(facts.attempts) },
      }
    case 'INVITE':
      return { ...base, kind, facts: { by: stringOrNull(facts.by) } }
  }
}

/** Identifies a row in the version that was on the screen. */
export type RowKey = Pick<InboxRow, 'kind' | 'subject_id' | 'version'>

/** Returns a text that identifies this version of a row. */
export const keyOf = ({ kind, subject_id, version }: RowKey): string =>
  `${kind} ${subject_id} ${version}`

const keyArgs = ({ kind, subject_id, version }: RowKey) => ({ kind, subject_id, version })

/** Hides a row from the caller until there is something new. Throws DataError: `42501`. */
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

/** Shows a row again that the caller put away. Throws DataError: `42501`. */
export async function restoreRow(client: Caller, { kind, subject_id }: RowKey): Promise<void> {
  unwrap(await client.rpc('restore_inbox_row', { kind, subject_id }))
}

/** Longest note that the database accepts. */
export const NOTE_LENGTH = 500

/** A row and the colleague who gets it. `heldBy` is the id of the holder on the caller's screen. */
export interface HandingOver {
  row: RowKey
  toId: string
  note: string
  heldBy: string | null
}

/**
 * Hands a row over; a repeated call changes nothing. Throws DataError: `42501`, `PT404` with hint `NO_ROW`, `PT409`
 * with hint `HANDED_OVER` if somebody else is the holder now, `PT422`.
 */
export async function handOverRow(
  client: Caller,
  { row, toId, note, heldBy }: HandingOver,
): Promise<void> {
  const args = { ...keyArgs(row), to_id: toId, note, ...(heldBy !== null && { held_by: heldBy }) }
  unwrap(await client.rpc('hand_over_inbox_row', args))
}

/** Returns the colleagues to whom a row can be handed over, sorted by name. Fails with a DataError: `42501`. */
export async function readColleagues(
  client: Caller,
  { kind, subject_id }: RowKey,
  signal: AbortSignal,
): Promise<{ id: string; name: string }[]> {
  const call = client.rpc('inbox_colleagues', { kind, subject_id }, { get: true })
  return list(unwrap(await call.abortSignal(signal))).map(parseNamed)
}
