import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { list, number, numberOrNull, object, string } from '../json'
import { failure } from '../toasts'
import { formatCount, formatNumber } from '../wording'

/** What staff see of an assignment (rules/assignments#figures). */
export interface AssignmentFigures {
  id: string
  title: string
  course: { id: string; title: string }
  /** People. */
  handed_in: number
  waiting: number
  passed: number
  /** Until a pass, on average; null before the first. */
  rounds: number | null
  /** Reviews of the time. */
  reviews: number
  /** How long work waited for them, in hours; null without one. */
  median_hours: number | null
  p90_hours: number | null
  /** The criteria that fail most: how often they were judged, and failed. */
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

/** A day and more is said in days: "20 min", "6 h", "2.5 days". */
export function hoursText(hours: number): string {
  if (hours < 1) return `${formatNumber(Math.round(hours * 60))} min`
  if (hours < 24) return `${formatNumber(Math.round(hours * 10) / 10)} h`
  const days = Math.round((hours / 24) * 10) / 10
  return formatCount(days, 'day')
}

export const FIGURES_FAILED = failure('Failed to load figures of assignments')
