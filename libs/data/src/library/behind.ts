import type { Json } from '../database.gen'
import { list, number, numberOrNull, object, oneOf, string } from '../json'

export const BEHIND_REASONS = [
  'SILENT',
  'NOT_STARTED',
  'MISSED_DUES',
  'RETURNED_TWICE',
  'NOT_ANSWERED',
] as const

/** An assignment that was missed or came back, or a question that waits for an answer. */
export interface BehindFact {
  /** Of the assignment or the question. */
  id: string
  title: string
  lesson_id: string
  /** The slug of the course. */
  slug: string
  /** `YYYY-MM-DD` in the cohort's zone: when it was due, came back the last time, or was asked. */
  on: string
  /** How often the work came back; null for the others. */
  times: number | null
}

/** Why a person has fallen behind in a cohort, and the evidence (rules/cohorts#behind). */
export interface Behind {
  reason: (typeof BEHIND_REASONS)[number]
  days: number
  /** The usual days between two days with a completed lesson; null unless the person is silent. */
  usual: number | null
  /** The day since which it is so: `YYYY-MM-DD` in the cohort's zone. */
  since: string
  /** The earliest first; empty for people who are silent or have not started. */
  facts: BehindFact[]
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseBehind(json: Json): Behind {
  const row = object(json)
  return {
    reason: oneOf(BEHIND_REASONS, row.reason),
    days: number(row.days),
    usual: numberOrNull(row.usual),
    since: string(row.since),
    // Answers that a device cached before there were facts do not have them.
    facts: row.facts === undefined ? [] : list(row.facts).map(parseFact),
  }
}

function parseFact(json: Json): BehindFact {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    lesson_id: string(row.lesson_id),
    slug: string(row.slug),
    on: string(row.on),
    times: numberOrNull(row.times),
  }
}
