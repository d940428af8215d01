import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, flag, listOf, number, object, orNull, shape, string } from '../json'
import { failure } from '../toasts'

/** The figures that can say that a lesson is hard. */
const FIGURES = ['stopped', 'questions', 'rounds', 'criterion', 'failed_runs'] as const
const parseHardLesson = shape({
  id: string,
  title: string,
  /** How many people stopped before it. */
  stopped: orNull(number),
  /** Counted to 101. */
  questions: number,
  /** The median number of rounds for each person who handed in, of 300 people at most. */
  rounds: orNull(number),
  handed_in: orNull(number),
  /** The criterion that fails most. */
  criterion: orNull(shape({ title: string, judged: number, failed: number })),
  /** The median number of runs before the first pass, of 300 people at most. */
  failed_runs: orNull(number),
  passed: orNull(number),
  /** Which of these figures are high. */
  high: listOf(among(FIGURES)),
})
/** What says whether a lesson is hard. Figures about fewer than three people are null (rules/courses#where-hard). */
export type HardLesson = Answer<typeof parseHardLesson>

const parseFigures = shape({
  slug: string,
  /** How many lessons the course has. */
  lessons: number,
  /** The lessons about which there is any figure, the hardest first, at most 100. */
  rows: listOf(parseHardLesson),
})
const NO_FIGURES: Answer<typeof parseFigures> = { slug: '', lessons: 0, rows: [] }

export const parseWhereHard = (answer: Json | undefined) => {
  /** True for moderators none of whose cohorts takes the course; there are no figures for them. */
  const nobody = flag(object(answer).nobody)
  return { nobody, ...(nobody ? NO_FIGURES : parseFigures(answer)) }
}
export type WhereHard = ReturnType<typeof parseWhereHard>

/** Reads where a course is hard. Throws DataError; `42501`. */
export async function readWhereHard(
  client: Pick<DataClient, 'rpc'>,
  { courseId }: { courseId: string },
  signal: AbortSignal,
): Promise<WhereHard> {
  const call = client.rpc('where_course_is_hard', { course_id: courseId })
  return parseWhereHard(unwrap(await call.abortSignal(signal)))
}

export const WHERE_HARD_FAILED = failure('Failed to load where the course is hard')
