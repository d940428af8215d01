import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { list, number, numberOrNull, object, oneOf, string } from '../json'
import { failure } from '../toasts'

/** The figures that can say that a lesson is hard. */
const FIGURES = ['stopped', 'questions', 'rounds', 'criterion', 'failed_runs'] as const
type HardFigure = (typeof FIGURES)[number]

/** What says whether a lesson is hard. Figures about fewer than three people are null (rules/courses#where-hard). */
export interface HardLesson {
  id: string
  title: string
  /** How many people stopped before it. */
  stopped: number | null
  /** Counted to 101. */
  questions: number
  /** The median number of rounds for each person who handed in, of 300 people at most. */
  rounds: number | null
  handed_in: number | null
  /** The criterion that fails most. */
  criterion: { title: string; judged: number; failed: number } | null
  /** The median number of runs before the first pass, of 300 people at most. */
  failed_runs: number | null
  passed: number | null
  /** Which of these figures are high. */
  high: HardFigure[]
}

export interface WhereHard {
  /** True for moderators none of whose cohorts takes the course; there are no figures for them. */
  nobody: boolean
  slug: string
  /** How many lessons the course has. */
  lessons: number
  /** The lessons about which there is any figure, the hardest first, at most 100. */
  rows: HardLesson[]
}

/** Reads where a course is hard. Throws DataError; `42501`. */
export async function readWhereHard(
  client: Pick<DataClient, 'rpc'>,
  { courseId }: { courseId: string },
  signal: AbortSignal,
): Promise<WhereHard> {
  const call = client.rpc('where_course_is_hard', { course_id: courseId })
  const answer = object(unwrap(await call.abortSignal(signal)))
  if (answer.nobody) return { nobody: true, slug: '', lessons: 0, rows: [] }
  return {
    nobody: false,
    slug: string(answer.slug),
    lessons: number(answer.lessons),
    rows: list(answer.rows).map((json) => {
      const row = object(json)
      const criterion = row.criterion ? object(row.criterion) : null
      return {
        id: string(row.id),
        title: string(row.title),
        stopped: numberOrNull(row.stopped),
        questions: number(row.questions),
        rounds: numberOrNull(row.rounds),
        handed_in: numberOrNull(row.handed_in),
        criterion: criterion && {
          title: string(criterion.title),
          judged: number(criterion.judged),
          failed: number(criterion.failed),
        },
        failed_runs: numberOrNull(row.failed_runs),
        passed: numberOrNull(row.passed),
        high: list(row.high).map((figure) => oneOf(FIGURES, figure)),
      }
    }),
  }
}

export const WHERE_HARD_FAILED = failure('Failed to load where the course is hard')
