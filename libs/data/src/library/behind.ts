import { type Answer, among, listOf, number, or, orNull, shape, string } from '../json'

export const BEHIND_REASONS = [
  'SILENT',
  'NOT_STARTED',
  'MISSED_DUES',
  'RETURNED_TWICE',
  'NOT_ANSWERED',
] as const

const parseFact = shape({
  /** Of the assignment or the question. */
  id: string,
  title: string,
  lesson_id: string,
  /** The slug of the course. */
  slug: string,
  /** `YYYY-MM-DD` in the cohort's zone: when it was due, came back the last time, or was asked. */
  on: string,
  /** How often the work came back; null for the others. */
  times: orNull(number),
})
/** An assignment that was missed or came back, or a question that waits for an answer. */
export type BehindFact = Answer<typeof parseFact>

export const parseBehind = shape({
  reason: among(BEHIND_REASONS),
  days: number,
  /** The usual days between two days with a completed lesson; null unless the person is silent. */
  usual: orNull(number),
  /** The day since which it is so: `YYYY-MM-DD` in the cohort's zone. */
  since: string,
  // Answers that a device cached before there were facts do not have them.
  /** The earliest first; empty for people who are silent or have not started. */
  facts: or(listOf(parseFact), []),
})
/** Why a person has fallen behind in a cohort, and the evidence (rules/cohorts#behind). */
export type Behind = Answer<typeof parseBehind>
