import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { list, number, numberOrNull, object, string } from '../json'
import { failure } from '../toasts'
import { formatCount, formatNumber } from '../wording'

/** The figures of an assignment, for staff (rules/assignments#figures). */
export interface AssignmentFigures {
  id: string
  title: string
  course: { id: string; title: string }
  /** The number of people who handed in. */
  handed_in: number
  waiting: number
  passed: number
  /** The average number of rounds until a pass; null before the first pass. */
  rounds: number | null
  /** The number of reviews in the last 90 days. */
  reviews: number
  /** The median of the hours that work waited for these reviews; null without reviews. */
  median_hours: number | null
  p90_hours: number | null
  /** The criteria that fail most often, with the numbers of times they were judged and failed. */
  criteria: { id: string; title: string; judged: number; failed: number }[]
}

/** Reads the figures of a course or of a cohort. Throws DataError: `42501`, `PT404`. */
export async function readAssignmentFigures(
  client: Pick<DataClient, 'rpc'>,
  of: { courseId: string } | { cohortId: string },
  signal: AbortSignal,
): Promise<AssignmentFigures[]> {
  const args = 'courseId' in of ? { course_id: of.courseId } : { cohort_id: of.cohortId }
  const call = client.rpc('assignment_figures', args)
  const answer = object(unwrap(await call.abortSignal(signal)))
  return list(answer.assignments).map((json) => {
    const row = object(json)
    const lesson = object(row.lesson)
    const course = object(row.course)
    return {
      id: string(lesson.id),
      title: string(lesson.title),
      course: { id: string(course.id), title: string(course.title) },
      handed_in: number(row.handed_in),
      waiting: number(row.waiting),
      passed: number(row.passed),
      rounds: numberOrNull(row.rounds),
      reviews: number(row.reviews),
      median_hours: numberOrNull(row.median_hours),
      p90_hours: numberOrNull(row.p90_hours),
      criteria: list(row.criteria).map((criterion) => {
        const { id, title, judged, failed } = object(criterion)
        return {
          id: string(id),
          title: string(title),
          judged: number(judged),
          failed: number(failed),
        }
      }),
    }
  })
}

/** Returns a duration as `20 min` or `6 h`, and from a day on as `2.5 days`. */
export function hoursText(hours: number): string {
  if (hours < 1) return `${formatNumber(Math.round(hours * 60))} min`
  if (hours < 24) return `${formatNumber(Math.round(hours * 10) / 10)} h`
  const days = Math.round((hours / 24) * 10) / 10
  return formatCount(days, 'day')
}

export const FIGURES_FAILED = failure('Failed to load figures of assignments')
