import type { ExerciseFile } from '@rookies/exercise-engine/run'
import { FIRST_PAGE } from '@rookies/exercise-engine/test-files'
import { type Enums, EXERCISE_LANGUAGE } from '../database.gen'
import { type Answer, among, boolean, listOf, number, orNull, shape, string } from '../json'

export type { ExerciseFile } from '@rookies/exercise-engine/run'

export type ExerciseLanguage = Enums<'exercise_language'>

/** The languages that the form offers, in order. */
export const LANGUAGES = ['JS', 'TS', 'PAGE'] as const satisfies readonly ExerciseLanguage[]

export const LANGUAGE_NAMES: Record<ExerciseLanguage, string> = {
  JS: 'JavaScript',
  TS: 'TypeScript',
  PAGE: 'Page',
}

export const parseFiles = listOf(shape({ path: string, text: string }))

export const parseHints = listOf(shape({ after: number, text: string }))
/** A hint that appears after a number of failed runs. */
export type Hint = Answer<typeof parseHints>[number]

export const parseExercisePart = shape({
  language: among(EXERCISE_LANGUAGE),
  /** The files that learners start with. */
  files: parseFiles,
  tests: string,
  hidden: string,
  solution: parseFiles,
  /** The time limit for all tests of a run together, in milliseconds. */
  time_ms: number,
  hints: parseHints,
  /** The number of failed runs after which the solution can be opened; null if only after passing. */
  solution_after: orNull(number),
  /** Whether the files may pass all tests, because learners improve code that works (rules/exercises#practice). */
  practice: boolean,
})
/** An exercise, as the database reads and writes it (rules/exercises#exercise). */
export type ExercisePart = Answer<typeof parseExercisePart>

/** The limits of the database (rules/exercises#limits): files, bytes, characters, milliseconds and failed runs. */
export const EXERCISE_LIMITS = {
  files: 20,
  bytes: 204_800,
  path: 100,
  hints: 20,
  hint: 2_000,
  after: 100,
  minTime: 50,
  maxTime: 1_000,
} as const

/** The values of a new exercise. */
export const EMPTY_EXERCISE: ExercisePart = {
  language: 'JS',
  files: [],
  tests: '',
  hidden: '',
  solution: [],
  time_ms: 500,
  hints: [],
  solution_after: null,
  practice: false,
}

/** Returns whether two lists contain the same files in the same order. */
export function isSameFiles(one: readonly ExerciseFile[], other: readonly ExerciseFile[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ path, text }, at) => other[at]?.path === path && other[at]?.text === text)
  )
}

const PATH = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/
const OF_TESTS = /^(?:tests|hidden)\.[a-z]+$/i

/** Returns why a file cannot have a path, as a sentence; null if it can (rules/exercises#limits). */
export function pathProblem(path: string, others: readonly string[] = []): string | null {
  if (path.trim() === '') return 'A file needs a name'
  if (path.length > EXERCISE_LIMITS.path) return 'A name must be at most 100 characters'
  if (!PATH.test(path)) return 'Use letters, digits, dots, hyphens and underscores in a name'
  if (OF_TESTS.test(path)) return 'Tests have this name already'
  return others.some((other) => other.toLowerCase() === path.toLowerCase())
    ? 'Another file has this name'
    : null
}

/** Returns why files cannot be stored, as a sentence; null if they can. */
export function filesProblem(files: readonly ExerciseFile[]): string | null {
  if (files.length > EXERCISE_LIMITS.files) return 'There can be at most 20 files'
  const bytes = files.reduce((sum, { text }) => sum + byteCount(text), 0)
  if (bytes > EXERCISE_LIMITS.bytes) return 'The files must be less than 200 kB in all'
  for (const [at, { path }] of files.entries()) {
    const problem = pathProblem(
      path,
      files.slice(0, at).map((file) => file.path),
    )
    if (problem) return `${problem}: ${path}`
  }
  return null
}

const byteCount = (text: string) => new TextEncoder().encode(text).length

/** Returns the errors of an exercise by field, as sentences. */
export function exerciseProblems(part: ExercisePart): Partial<Record<keyof ExercisePart, string>> {
  const { language, files, solution, tests, hidden, time_ms, hints, solution_after } = part
  const { bytes, minTime, maxTime, after, hint: longest } = EXERCISE_LIMITS
  const hasFirst = language !== 'PAGE' || files.some(({ path }) => path === FIRST_PAGE)
  const begin =
    filesProblem(files) ?? (hasFirst ? null : `A page begins with a file called ${FIRST_PAGE}.`)
  const end = filesProblem(solution)
  const isCount = (value: number) => Number.isInteger(value) && value >= 1 && value <= after
  return {
    ...(begin && { files: begin }),
    ...(end && { solution: end }),
    ...(byteCount(tests) > bytes && { tests: 'Tests must be less than 200 kB' }),
    ...(byteCount(hidden) > bytes && { hidden: 'Hidden tests must be less than 200 kB' }),
    ...(!(Number.isInteger(time_ms) && time_ms >= minTime && time_ms <= maxTime) && {
      time_ms: 'A time limit is a number from 50 to 1,000 milliseconds.',
    }),
    ...(!(
      hints.length <= EXERCISE_LIMITS.hints &&
      hints.every((hint) => isCount(hint.after) && hint.text.trim() && hint.text.length <= longest)
    ) && {
      hints:
        'A hint has a text of at most 2,000 characters and appears after 1 to 100 failed runs. There are at most 20.',
    }),
    ...(solution_after !== null &&
      !isCount(solution_after) && {
        solution_after: 'The solution opens after 1 to 100 failed runs, or only after passing.',
      }),
  }
}

/** Returns an exercise as text, so that versions can be compared line by line. */
export function exerciseText(part: ExercisePart): string {
  const file = (name: string) => (one: ExerciseFile) => `${name}${one.path}\n${one.text}`
  const { solution_after: after } = part
  const isPage = part.language === 'PAGE'
  const opens = isPage
    ? 'after completion'
    : after === null
      ? 'after passing'
      : `after passing or ${after} failed runs`
  return [
    `Language: ${LANGUAGE_NAMES[part.language]}`,
    `Time limit: ${part.time_ms} ms`,
    `Solution: ${opens}`,
    ...(part.practice ? ['Practice: the starter may pass'] : []),
    ...part.hints.map(
      (hint) => `Hint after ${hint.after} failed ${isPage ? 'checks' : 'runs'}: ${hint.text}`,
    ),
    ...part.files.map(file('File: ')),
    `${isPage ? 'Checks' : 'Tests'}:\n${part.tests}`,
    ...(isPage ? [] : [`Hidden tests:\n${part.hidden}`]),
    ...part.solution.map(file('File of the solution: ')),
  ].join('\n')
}
