import { type Answer, among, listOf, number, or, orNull, shape, string } from '../json'

export const BEHIND_REASONS = [
  'SILENT',
  'NOT_STARTED',
  'MISSED_DUES',
  'RETURNED_TWICE',
  'NOT_ANSWERED',
] as const

const parseFact = shape({
  /** The id of the assignment or the question. */
  id: string,
  title: string,
  lesson_id: string,
  /** The slug of the course. */
  slug: string,
  /** `YYYY-MM-DD` in the cohort's zone: when the work was due or was last returned, or when the question was asked. */
  on: string,
  /** How often the work was returned; null for other facts. */
  times: orNull(number),
})
/** An assignment that was not handed in or was returned, or a question without an answer. */
export type BehindFact = Answer<typeof parseFact>

export const parseBehind = shape({
  reason: among(BEHIND_REASONS),
  days: number,
  /**
   * The usual number of days between two days on which the person completes lessons; null unless the reason is silence.
   */
  usual: orNull(number),
  /** The day since which the person has been behind: `YYYY-MM-DD` in the cohort's zone. */
  since: string,
  /**
   * The earliest first; empty if the person is silent or has not started. Missing in answers that were cached before
   * this field existed.
   */
  facts: or(listOf(parseFact), []),
})
/** Why a person has fallen behind in a cohort, with the facts (rules/cohorts#behind). */
export type Behind = Answer<typeof parseBehind>
