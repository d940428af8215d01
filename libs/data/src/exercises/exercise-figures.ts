import type { DataClient } from '../client'
import { EXERCISE_LANGUAGE } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, boolean, both, listOf, number, orNull, shape, string } from '../json'
import { parseRun } from './exercise-run'

const parseStanding = shape({
  runs: number,
  /** By the verdicts of the server. */
  failed_runs: number,
  passed_at: orNull(string),
  /** The number of the run that passed first. */
  runs_to_pass: orNull(number),
  /** When the person looked at the solution before they had passed. */
  looked_at: orNull(string),
})
/** A person's progress in an exercise. Moments are ISO dates. */
export type Standing = Answer<typeof parseStanding>

const parseFigures = shape({
  lesson_id: string,
  tried: number,
  passed: number,
  /** The median number of runs until the first pass; null before the first pass. */
  median_runs: orNull(number),
  /** How many people looked at the solution before they had passed. */
  looked: number,
  /** The tests that fail most often. */
  tests: listOf(
    shape({
      name: string,
      hidden: boolean,
      failed: number,
      people: number,
      /** The most frequent wrong value; null for hidden tests and without one. */
      actual: orNull(string),
    }),
  ),
})

export const parseExerciseFigures = both(
  parseFigures,
  shape({
    /** The last 100 people who handed in a run, the latest first. */
    people: listOf(both(parseStanding, shape({ user_id: string, name: string, last_at: string }))),
  }),
)
/** The figures of an exercise for staff. They count people whose runs the caller may read (rules/exercises#figures). */
export type ExerciseFigures = Answer<typeof parseExerciseFigures>

export const parseCourseExercises = listOf(
  both(
    parseFigures,
    shape({
      title: string,
      /** Whether learners have a version. */
      proved: boolean,
      /** Of the version that learners have. Nobody hands in runs of a page. */
      language: among(EXERCISE_LANGUAGE),
      /** How many people completed the lesson. */
      completed: number,
    }),
  ),
)
/** The figures of an exercise in the list of its course. */
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

export const parseRunsOf = both(parseStanding, shape({ kept: listOf(parseRun) }))

/** Reads a person's runs of an exercise, the latest first, without their code. Throws DataError; `42501`. */
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
  both(parseStanding, shape({ lesson: parseTitled, course: parseTitled, last_at: string })),
)
/** An exercise that a person tried. */
export type TriedExercise = Answer<typeof parsePersonExercises>[number]

/** Reads the exercises that a person tried, the latest first, at most 100. Throws DataError; `42501`. */
export async function readPersonExercises(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<TriedExercise[]> {
  return parsePersonExercises(
    unwrap(await client.rpc('person_exercises', { user_id: id }).abortSignal(signal)),
  )
}
