import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, numberOrNull, object, oneOf, string, stringOrNull } from '../json'
import { dayInWords } from '../time/moment-text'
import { formatCount, formatNumber } from '../wording'

type Caller = Pick<DataClient, 'rpc'>

const REASONS = ['SILENT', 'NOT_STARTED'] as const

/** Why a person has fallen behind in a cohort, and the evidence (rules/cohorts#behind). */
export interface Behind {
  reason: (typeof REASONS)[number]
  days: number
  /** The usual days between two days with a completed lesson; null for a person who has not started. */
  usual: number | null
  /** The day of the last activity, or the person's first day: `YYYY-MM-DD` in the cohort's zone. */
  since: string
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseBehind(json: Json): Behind {
  const row = object(json)
  return {
    reason: oneOf(REASONS, row.reason),
    days: number(row.days),
    usual: numberOrNull(row.usual),
    since: string(row.since),
  }
}

/** Returns the sentence with its evidence: `Silent for 9 days, since Mon 9 Nov. Usually every 2 days.` */
export function behindSentence({ reason, days, usual, since }: Behind): string {
  const span = `${formatCount(days, 'day')}, since ${dayInWords(since)}`
  if (reason === 'NOT_STARTED') return `Nothing completed in ${span}, their first day.`
  const rhythm = usual === 1 ? 'day' : `${formatNumber(usual ?? 0)} days`
  return `Silent for ${span}. Usually there every ${rhythm}.`
}

/** A person who has fallen behind. */
export interface PersonBehind extends Behind {
  id: string
  name: string | null
  email: string
}

function parsePerson(json: Json): PersonBehind {
  const row = object(json)
  return {
    ...parseBehind(json),
    id: string(row.id),
    name: stringOrNull(row.name),
    email: string(row.email),
  }
}

/**
 * Returns who has fallen behind in a cohort, those who have been behind longest first. Fails with a DataError: `42501`,
 * `PT404`.
 */
export async function readCohortBehind(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<PersonBehind[]> {
  const call = client.rpc('cohort_behind', { cohort_id: id }, { get: true })
  return list(unwrap(await call.abortSignal(signal))).map(parsePerson)
}

/** Longest note that the database accepts. */
export const NOTE_LENGTH = 500

/** An act of staff that clears a person who has fallen behind. */
export interface Clearing {
  cohortId: string
  personId: string
  reason: Behind['reason']
  note: string
}

/**
 * Clears a person until they have been active and fall behind again; a repeated call changes nothing. Throws DataError:
 * `42501`, `PT404`.
 */
export async function clearBehind(
  client: Caller,
  { cohortId, personId, reason, note }: Clearing,
): Promise<void> {
  const args = { cohort_id: cohortId, user_id: personId, reason, note: note.trim() }
  unwrap(await client.rpc('clear_behind', args))
}

/** A note with which staff cleared a person; the moment is an ISO date. */
export interface Cleared {
  reason: Behind['reason']
  note: string
  at: string
  /** Name or email; null if the account was deleted. */
  by: string | null
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseCleared(json: Json): Cleared {
  const row = object(json)
  return {
    reason: oneOf(REASONS, row.reason),
    note: string(row.note),
    at: string(row.at),
    by: stringOrNull(row.by),
  }
}
