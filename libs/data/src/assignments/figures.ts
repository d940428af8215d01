import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, changed, flag, listOf, number, or, orNull, shape, string } from '../json'
import { failure } from '../toasts'
import { formatCount, formatNumber } from '../wording'
import { parseTitled } from './queue'

const parseFigures = shape({
  lesson: parseTitled,
  course: parseTitled,
  /** The number of people who handed in work. */
  handed_in: number,
  waiting: number,
  passed: number,
  /** The average number of rounds until the work passed; null before any work has passed. */
  rounds: orNull(number),
  /** The number of reviews in the last 90 days. */
  reviews: number,
  /** The median waiting time for these reviews, in hours; null without reviews. */
  median_hours: orNull(number),
  p90_hours: orNull(number),
  /** The criteria that fail most often, with the numbers of their judgements and failures. */
  criteria: listOf(shape({ id: string, title: string, judged: number, failed: number })),
  /** Whether the assignment tests repositories. */
  tested: flag,
  /** The tests that fail most often, with the numbers of their results and failures. */
  tests: or(listOf(shape({ name: string, judged: number, failed: number })), []),
})

export const parseAssignmentFigures = changed(
  shape({ assignments: listOf(parseFigures) }),
  ({ assignments }) => assignments.map(({ lesson, ...figures }) => ({ ...lesson, ...figures })),
)
/** The figures of an assignment for staff (rules/assignments#figures). */
export type AssignmentFigures = Answer<typeof parseAssignmentFigures>[number]

/** Reads the figures of a course or of a cohort. Throws DataError: `42501`, `PT404`. */
export async function readAssignmentFigures(
  client: Pick<DataClient, 'rpc'>,
  of: { courseId: string } | { cohortId: string },
  signal: AbortSignal,
): Promise<AssignmentFigures[]> {
  const args = 'courseId' in of ? { course_id: of.courseId } : { cohort_id: of.cohortId }
  const call = client.rpc('assignment_figures', args)
  return parseAssignmentFigures(unwrap(await call.abortSignal(signal)))
}

/** Formats hours as `20 min` or `6 h`, and from a day on as `2.5 days`. */
export function hoursText(hours: number): string {
  if (hours < 1) return `${formatNumber(Math.round(hours * 60))} min`
  if (hours < 24) return `${formatNumber(Math.round(hours * 10) / 10)} h`
  const days = Math.round((hours / 24) * 10) / 10
  return formatCount(days, 'day')
}

export const FIGURES_FAILED = failure('Failed to load figures of assignments')
