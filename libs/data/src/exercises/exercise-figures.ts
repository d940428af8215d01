import type { DataClient } from '../client'
import { EXERCISE_LANGUAGE, type Json } from '../database.gen'
import { unwrap } from '../errors'
import {
  boolean,
  type JsonObject,
  list,
  number,
  numberOrNull,
  object,
  oneOf,
  string,
  stringOrNull,
} from '../json'
import type { ExerciseLanguage } from './exercise-part'
import { type ExerciseRun, parseRun } from './exercise-run'

/** A person's progress in an exercise. Moments are ISO dates. */
export interface Standing {
  runs: number
  /** By the verdicts of the server. */
  failed_runs: number
  passed_at: string | null
  /** The number of the run that passed first. */
  runs_to_pass: number | null
  /** When the person looked at the solution before they had passed. */
  looked_at: string | null
}

/** The figures of an exercise for staff. They count people whose runs the caller may read (rules/exercises#figures). */
export interface ExerciseFigures {
  lesson_id: string
  tried: number
  passed: number
  /** The median number of runs until the first pass; null before the first pass. */
  median_runs: number | null
  /** How many people looked at the solution before they had passed. */
  looked: number
  /**
   * The tests that fail most often. `actual` is the most frequent wrong value; null for hidden tests and without one.
   */
  tests: { name: string; hidden: boolean; failed: number; people: number; actual: string | null }[]
  /** The last 100 people who handed in a run, the latest first. */
  people: (Standing & { user_id: string; name: string; last_at: string })[]
}

/** The figures of an exercise in the list of its course. */
export type CourseExercise = Omit<ExerciseFigures, 'people'> & {
  title: string
  /** Whether learners have a version. */
  proved: boolean
  /** Of the version that learners have. Nobody hands in runs of a page. */
  language: ExerciseLanguage
  /** How many people completed the lesson. */
  completed: number
}

/** Reads the figures of all exercises of a course, in order. Throws DataError; `42501`. */
export async function readCourseExercises(
  client: Pick<DataClient, 'rpc'>,
  { courseId }: { courseId: string },
  signal: AbortSignal,
): Promise<CourseExercise[]> {
  const call = client.rpc('course_exercise_figures', { course_id: courseId })
  return list(unwrap(await call.abortSignal(signal))).map((json) => {
    const row = object(json)
    return {
      ...parseFigures(row),
      title: string(row.title),
      proved: boolean(row.proved),
      language: oneOf(EXERCISE_LANGUAGE, row.language),
      completed: number(row.completed),
    }
  })
}

/** Reads the figures of an exercise. Throws DataError; `42501`. */
export async function readExerciseFigures(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<ExerciseFigures> {
  const row = object(
    unwrap(await client.rpc('exercise_figures', { lesson_id: id }).abortSignal(signal)),
  )
  return {
    ...parseFigures(row),
    people: list(row.people).map((person) => {
      const found = object(person)
      return {
        ...parseStanding(found),
        user_id: string(found.user_id),
        name: string(found.name),
        last_at: string(found.last_at),
      }
    }),
  }
}

function parseFigures(row: JsonObject): Omit<ExerciseFigures, 'people'> {
  return {
    lesson_id: string(row.lesson_id),
    tried: number(row.tried),
    passed: number(row.passed),
    median_runs: numberOrNull(row.median_runs),
    looked: number(row.looked),
    tests: list(row.tests).map((test) => {
      const { name, hidden, failed, people, actual } = object(test)
      return {
        name: string(name),
        hidden: boolean(hidden),
        failed: number(failed),
        people: number(people),
        actual: stringOrNull(actual),
      }
    }),
  }
}

/** Reads a person's runs of an exercise, the latest first, without their code. Throws DataError; `42501`. */
export async function readRunsOf(
  client: Pick<DataClient, 'rpc'>,
  { lessonId, userId }: { lessonId: string; userId: string },
  signal: AbortSignal,
): Promise<Standing & { kept: ExerciseRun[] }> {
  const asked = { lesson_id: lessonId, user_id: userId }
  const row = object(unwrap(await client.rpc('exercise_runs_of', asked).abortSignal(signal)))
  return { ...parseStanding(row), kept: list(row.kept).map(parseRun) }
}

/** An exercise that a person tried. */
export interface TriedExercise extends Standing {
  lesson: { id: string; title: string }
  course: { id: string; title: string }
  last_at: string
}

/** Reads the exercises that a person tried, the latest first, at most 100. Throws DataError; `42501`. */
export async function readPersonExercises(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<TriedExercise[]> {
  const answer = unwrap(await client.rpc('person_exercises', { user_id: id }).abortSignal(signal))
  return list(answer).map((json) => {
    const row = object(json)
    return {
      ...parseStanding(row),
      lesson: parseNamed(row.lesson),
      course: parseNamed(row.course),
      last_at: string(row.last_at),
    }
  })
}

function parseStanding(row: JsonObject): Standing {
  return {
    runs: number(row.runs),
    failed_runs: number(row.failed_runs),
    passed_at: stringOrNull(row.passed_at),
    runs_to_pass: numberOrNull(row.runs_to_pass),
    looked_at: stringOrNull(row.looked_at),
  }
}

function parseNamed(json: Json | undefined): { id: string; title: string } {
  const { id, title } = object(json)
  return { id: string(id), title: string(title) }
}
