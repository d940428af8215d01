import { EXERCISE_LANGUAGE } from '../database.gen'
import { isRecord } from '../device/draft'
import { newId } from '../device/new-id'
import {
  EMPTY_EXERCISE,
  type ExerciseFile,
  type ExerciseLanguage,
  type ExercisePart,
  exerciseProblems,
} from './exercise-part'

/** A file as typed. Its id stays the same when it is renamed. */
export interface FileValues extends ExerciseFile {
  id: string
}

/** A hint as typed. */
export interface HintValues {
  id: string
  /** A number of failed runs. */
  after: string
  text: string
}

/** An exercise without its brief, as typed (rules/exercises#exercise). */
export interface ExerciseValues {
  /** The stored version that the edit started from; null for an exercise that is not stored. */
  version: number | null
  language: ExerciseLanguage
  files: FileValues[]
  tests: string
  hidden: string
  solution: FileValues[]
  /** Milliseconds. */
  time_ms: string
  hints: HintValues[]
  /** A number of failed runs; empty for only after a pass. */
  solution_after: string
}

const FIRST_FILE: Record<ExerciseLanguage, string> = {
  JS: 'main.js',
  TS: 'main.ts',
  PAGE: 'index.html',
}

/** The tests of a new exercise. They show authors how to write tests. */
const FIRST_TESTS = `import { add } from './main.js'

test('adds two numbers', () => {
  expect(add(1, 2)).toBe(3)
})
`

const file = (path: string, text: string): FileValues => ({ id: newId(), path, text })

/** Returns the values of a new exercise: a small example that can be proved. */
export function newExercise(): ExerciseValues {
  const { language, time_ms } = EMPTY_EXERCISE
  const path = FIRST_FILE[language]
  return {
    version: null,
    language,
    files: [file(path, 'export function add(a, b) {\n}\n')],
    tests: FIRST_TESTS,
    hidden: '',
    solution: [file(path, 'export function add(a, b) {\n  return a + b\n}\n')],
    time_ms: String(time_ms),
    hints: [],
    solution_after: '',
  }
}

/** Returns the form's values of a version; those of a new exercise if the version is empty. */
export function exerciseValues(part: ExercisePart, version: number): ExerciseValues {
  const { files, solution, tests, hidden } = part
  if (files.length === 0 && solution.length === 0 && tests === '' && hidden === '') {
    return { ...newExercise(), version }
  }
  return {
    version,
    language: part.language,
    files: files.map(({ path, text }) => file(path, text)),
    tests,
    hidden,
    solution: solution.map(({ path, text }) => file(path, text)),
    time_ms: String(part.time_ms),
    hints: part.hints.map(({ after, text }) => ({ id: newId(), after: String(after), text })),
    solution_after: part.solution_after?.toString() ?? '',
  }
}

/** Returns whether a hint was added and not filled in. Such a hint is not stored. */
const isUntouched = ({ text }: HintValues) => text.trim() === ''

/** Returns what the database accepts. A text that is not a number becomes NaN, which `exerciseProblems` reports. */
export function exercisePart(form: ExerciseValues): ExercisePart {
  const plain = ({ path, text }: FileValues) => ({ path: path.trim(), text })
  return {
    language: form.language,
    files: form.files.map(plain),
    tests: form.tests,
    hidden: form.hidden,
    solution: form.solution.map(plain),
    time_ms: wholeNumber(form.time_ms),
    hints: form.hints
      .filter((hint) => !isUntouched(hint))
      .map(({ after, text }) => ({ after: wholeNumber(after), text: text.trim() })),
    solution_after: form.solution_after.trim() === '' ? null : wholeNumber(form.solution_after),
  }
}

/** Returns the first problem of an exercise, or null. */
export function exerciseError(form: ExerciseValues): string | null {
  return Object.values(exerciseProblems(exercisePart(form)))[0] ?? null
}

/** Returns the list with an empty file under an unused name. */
export function withNewFile(
  files: readonly FileValues[],
  language: ExerciseLanguage,
): { files: FileValues[]; added: FileValues } {
  const ending = language.toLowerCase()
  const taken = new Set(files.map(({ path }) => path.toLowerCase()))
  const names = [FIRST_FILE[language], ...Array.from(files, (_, at) => `file${at + 2}.${ending}`)]
  const path = names.find((name) => !taken.has(name)) ?? ''
  const added = file(path, '')
  return { files: [...files, added], added }
}

/** Returns whether a value from a stored draft has the shape of `ExerciseValues`. */
export function isExerciseValues(value: unknown): value is ExerciseValues {
  if (!isRecord(value)) return false
  const languages: readonly unknown[] = EXERCISE_LANGUAGE
  return (
    (value.version === null || typeof value.version === 'number') &&
    languages.includes(value.language) &&
    hasTexts(value, ['tests', 'hidden', 'time_ms', 'solution_after']) &&
    isListOf(value.files, ['id', 'path', 'text']) &&
    isListOf(value.solution, ['id', 'path', 'text']) &&
    isListOf(value.hints, ['id', 'after', 'text'])
  )
}

const hasTexts = (value: Record<string, unknown>, names: readonly string[]) =>
  names.every((name) => typeof value[name] === 'string')

const isListOf = (value: unknown, names: readonly string[]) =>
  Array.isArray(value) && value.every((one) => isRecord(one) && hasTexts(one, names))

const wholeNumber = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN)
