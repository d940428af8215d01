import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, flag, listOf, number, object, orNull, shape, string } from '../json'
import { failure } from '../toasts'

/** The figures from which the difficulty of a lesson can be seen. */
const FIGURES = ['stopped', 'questions', 'rounds', 'criterion', 'failed_runs'] as const
const parseHardLesson = shape({
  id: string,
  title: string,
  /** The number of people who stopped before this lesson. */
  stopped: orNull(number),
  /** The number of questions; 101 stands for more than 100. */
  questions: number,
  /** The median number of rounds that people handed in, of at most 300 people. */
  rounds: orNull(number),
  handed_in: orNull(number),
  /** The criterion that the most reviews did not find met. */
  criterion: orNull(shape({ title: string, judged: number, failed: number })),
  /** The median number of runs before the first that passed, of at most 300 people. */
  failed_runs: orNull(number),
  passed: orNull(number),
  /** Which of these figures are unusually high. */
  high: listOf(among(FIGURES)),
})
/**
 * Figures that show how difficult a lesson is. A figure about fewer than three people is null
 * (rules/courses#where-hard).
 */
export type HardLesson = Answer<typeof parseHardLesson>

const parseFigures = shape({
  slug: string,
  /** The number of lessons in the course. */
  lessons: number,
  /** At most 100 lessons with any figure, the most difficult first. */
  rows: listOf(parseHardLesson),
})
const NO_FIGURES: Answer<typeof parseFigures> = { slug: '', lessons: 0, rows: [] }

export const parseWhereHard = (answer: Json | undefined) => {
  /**
   * Whether the caller is a moderator none of whose cohorts takes the course. This moderator gets no figures.
   */
  const nobody = flag(object(answer).nobody)
  return { nobody, ...(nobody ? NO_FIGURES : parseFigures(answer)) }
}
export type WhereHard = ReturnType<typeof parseWhereHard>

/** Reads which lessons of a course are difficult. Throws DataError; `42501`. */
export async function readWhereHard(
  client: Pick<DataClient, 'rpc'>,
  { courseId }: { courseId: string },
  signal: AbortSignal,
): Promise<WhereHard> {
  const call = client.rpc('where_course_is_hard', { course_id: courseId })
  return parseWhereHard(unwrap(await call.abortSignal(signal)))
}

export const WHERE_HARD_FAILED = failure('Failed to load where the course is hard')
