import type { DataClient } from '../client'
import { EXERCISE_LANGUAGE } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, boolean, both, listOf, number, orNull, shape, string } from '../json'
import { parseRun } from './exercise-run'

const parseProgress = shape({
  runs: number,
  /** Counted by the verdicts of the server. */
  failed_runs: number,
  passed_at: orNull(string),
  /** The number of runs up to the first that passed. */
  runs_to_pass: orNull(number),
  /** When the person opened the solution before passing; null if never. */
  looked_at: orNull(string),
})
/** A person's progress in an exercise. Moments are ISO dates. */
export type ExerciseProgress = Answer<typeof parseProgress>

const parseFigures = shape({
  lesson_id: string,
  tried: number,
  passed: number,
  /** The median number of runs up to the first that passed; null while nobody has passed. */
  median_runs: orNull(number),
  /** The number of people who opened the solution before passing. */
  looked: number,
  /** The tests that fail most often. */
  tests: listOf(
    shape({
      name: string,
      hidden: boolean,
      failed: number,
      people: number,
      /** The most frequent wrong result; null for hidden tests, or if there is none. */
      actual: orNull(string),
    }),
  ),
})

export const parseExerciseFigures = both(
  parseFigures,
  shape({
    /** The last 100 people who handed in a run, the most recent first. */
    people: listOf(both(parseProgress, shape({ user_id: string, name: string, last_at: string }))),
  }),
)
/** The figures of an exercise for staff. They count people whose runs the caller may read (rules/exercises#figures). */
export type ExerciseFigures = Answer<typeof parseExerciseFigures>

export const parseCourseExercises = listOf(
  both(
    parseFigures,
    shape({
      title: string,
      /** Whether a version was proved, so that learners can begin. */
      proved: boolean,
      /** The language of the proved version. Runs of pages cannot be handed in. */
      language: among(EXERCISE_LANGUAGE),
      /** The number of people who completed the lesson. */
      completed: number,
    }),
  ),
)
/** The figures of an exercise in the list of a course's exercises. */
export type CourseExercise = Answer<typeof parseCourseExercises>[number]

/** Reads the figures of all exercises of a course, in order. Throws DataError; `42501`. */
export async function readCourseExercises(
  client: Pick<DataClient, 'rpc'>,
  { courseId }: { courseId: string },
  signal: AbortSignal,
): Promise<CourseExercise[]> {
  const call = client.rpc('course_exercise_figures', { course_id: courseId })
  return parseCourseExercises(unwrap(await call.abortSignal(signal)))
}

/** Reads the figures of an exercise. Throws DataError; `42501`. */
export async function readExerciseFigures(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<ExerciseFigures> {
  return parseExerciseFigures(
    unwrap(await client.rpc('exercise_figures', { lesson_id: id }).abortSignal(signal)),
  )
}

export const parseRunsOf = both(parseProgress, shape({ kept: listOf(parseRun) }))

/** Reads a person's runs of an exercise without their code, the most recent first. Throws DataError; `42501`. */
export async function readRunsOf(
  client: Pick<DataClient, 'rpc'>,
  { lessonId, userId }: { lessonId: string; userId: string },
  signal: AbortSignal,
): Promise<Answer<typeof parseRunsOf>> {
  const asked = { lesson_id: lessonId, user_id: userId }
  return parseRunsOf(unwrap(await client.rpc('exercise_runs_of', asked).abortSignal(signal)))
}

const parseTitled = shape({ id: string, title: string })
export const parsePersonExercises = listOf(
  both(parseProgress, shape({ lesson: parseTitled, course: parseTitled, last_at: string })),
)
/** An exercise that a person tried. */
export type TriedExercise = Answer<typeof parsePersonExercises>[number]

/** Reads the exercises that a person tried, at most 100, the most recent first. Throws DataError; `42501`. */
export async function readPersonExercises(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<TriedExercise[]> {
  return parsePersonExercises(
    unwrap(await client.rpc('person_exercises', { user_id: id }).abortSignal(signal)),
  )
}
