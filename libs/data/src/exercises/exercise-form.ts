import { FIRST_PAGE } from '@rookies/exercise-engine/test-files'
import { EXERCISE_LANGUAGE } from '../database.gen'
import { isRecord } from '../device/draft'
import { newId } from '../device/new-id'
import {
  EMPTY_EXERCISE,
  EXERCISE_LIMITS,
  type ExerciseFile,
  type ExerciseLanguage,
  type ExercisePart,
  exerciseProblems,
  isSameFiles,
} from './exercise-part'

/** A file in the form. Its id stays the same when the person renames it. */
export interface FileValues extends ExerciseFile {
  id: string
}

/** A hint in the form. */
export interface HintValues {
  id: string
  /** The number of failed runs after which the hint appears, as typed. */
  after: string
  text: string
}

/** The values of an exercise in the form, without its brief (rules/exercises#exercise). */
export interface ExerciseValues {
  /** The stored version that the person began to edit; null for a new exercise. */
  version: number | null
  language: ExerciseLanguage
  files: FileValues[]
  tests: string
  hidden: string
  solution: FileValues[]
  /** Milliseconds. */
  time_ms: string
  hints: HintValues[]
  /** The number of failed runs after which the solution opens; empty if only after passing. */
  solution_after: string
  /** Whether the starter may pass all tests. Missing in drafts that were stored before exercises could be practice. */
  practice?: boolean
}

const FIRST_FILE: Record<ExerciseLanguage, string> = {
  JS: 'main.js',
  TS: 'main.ts',
  PAGE: FIRST_PAGE,
}

/** The code of a new exercise. It shows authors how tests are written. */
const CODE_EXAMPLE: Code = {
  files: [{ path: FIRST_FILE.JS, text: 'export function add(a, b) {\n}\n' }],
  solution: [{ path: FIRST_FILE.JS, text: 'export function add(a, b) {\n  return a + b\n}\n' }],
  tests: `import { add } from './main.js'

test('adds two numbers', () => {
  expect(add(1, 2)).toBe(3)
})
`,
  time_ms: EMPTY_EXERCISE.time_ms,
}

const pageOf = (body: string) => `<!doctype html>
<html lang="en">
  <head>
    <title>Hello</title>
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
${body}  </body>
</html>
`

const FIRST_STYLE: ExerciseFile = {
  path: 'style.css',
  text: 'body {\n  font-family: sans-serif;\n}\n',
}

const PAGE_EXAMPLE: Code = {
  files: [{ path: FIRST_PAGE, text: pageOf('') }, FIRST_STYLE],
  solution: [{ path: FIRST_PAGE, text: pageOf('    <h1>Hello</h1>\n') }, FIRST_STYLE],
  tests: `test('has a heading', () => {
  expect(document.querySelectorAll('h1')).toHaveLength(1)
})
`,
  // A page gets the longest limit, because its layout takes the browser a while.
  time_ms: EXERCISE_LIMITS.maxTime,
}

type Code = Pick<ExercisePart, 'files' | 'solution' | 'tests' | 'time_ms'>

const codeOf = (language: ExerciseLanguage) => (language === 'PAGE' ? PAGE_EXAMPLE : CODE_EXAMPLE)

const file = (path: string, text: string): FileValues => ({ id: newId(), path, text })

/** Returns the values of a new exercise: a small example that passes its own tests. */
export function newExercise(): ExerciseValues {
  const { language } = EMPTY_EXERCISE
  return {
    version: null,
    language,
    ...codeValues(codeOf(language)),
    hidden: '',
    hints: [],
    solution_after: '',
    practice: false,
  }
}

const codeValues = ({ files, solution, tests, time_ms }: Code) => ({
  files: files.map(({ path, text }) => file(path, text)),
  solution: solution.map(({ path, text }) => file(path, text)),
  tests,
  time_ms: String(time_ms),
})

/**
 * Returns the changes of the form after the author has chosen another language. Typed code stays; the unchanged example
 * becomes an example in the other language.
 */
export function inLanguage(
  form: ExerciseValues,
  language: ExerciseLanguage,
): Partial<ExerciseValues> {
  const [before, after] = [codeOf(form.language), codeOf(language)]
  const isExample =
    isSameFiles(form.files, before.files) &&
    isSameFiles(form.solution, before.solution) &&
    form.tests === before.tests &&
    form.time_ms === String(before.time_ms)
  return isExample && before !== after ? { language, ...codeValues(after) } : { language }
}

/** Returns the form's values of a stored version. An empty version gets the example of a new exercise. */
export function exerciseValues(part: ExercisePart, version: number): ExerciseValues {
  const { files, solution, tests, hidden } = part
  if (files.length === 0 && solution.length === 0 && tests === '' && hidden === '') {
    return { ...newExercise(), version }
  }
  return {
    version,
    language: part.language,
    ...codeValues(part),
    hidden,
    hints: part.hints.map(({ after, text }) => ({ id: newId(), after: String(after), text })),
    solution_after: part.solution_after?.toString() ?? '',
    practice: part.practice,
  }
}

/** Returns whether a hint was added without a text. It is not stored. */
const isUntouched = ({ text }: HintValues) => text.trim() === ''

/**
 * Returns the exercise in the form that the database accepts. A text that should be a number and is not becomes NaN,
 * which `exerciseProblems` reports. Hidden tests and the number for opening the solution are left out for pages.
 */
export function exercisePart(form: ExerciseValues): ExercisePart {
  const plain = ({ path, text }: FileValues) => ({ path: path.trim(), text })
  const isPage = form.language === 'PAGE'
  return {
    language: form.language,
    files: form.files.map(plain),
    tests: form.tests,
    hidden: isPage ? '' : form.hidden,
    solution: form.solution.map(plain),
    time_ms: wholeNumber(form.time_ms),
    hints: form.hints
      .filter((hint) => !isUntouched(hint))
      .map(({ after, text }) => ({ after: wholeNumber(after), text: text.trim() })),
    solution_after:
      isPage || form.solution_after.trim() === '' ? null : wholeNumber(form.solution_after),
    practice: form.practice ?? false,
  }
}

/** Returns the first error of an exercise; null if there is none. */
export function exerciseError(form: ExerciseValues): string | null {
  return Object.values(exerciseProblems(exercisePart(form)))[0] ?? null
}

/** Returns the files with a new, empty file whose name is not used yet. */
export function withNewFile(
  files: readonly FileValues[],
  language: ExerciseLanguage,
): { files: FileValues[]; added: FileValues } {
  const ending = language === 'PAGE' ? 'html' : language.toLowerCase()
  const taken = new Set(files.map(({ path }) => path.toLowerCase()))
  const names = [FIRST_FILE[language], ...Array.from(files, (_, at) => `file${at + 2}.${ending}`)]
  const path = names.find((name) => !taken.has(name)) ?? ''
  const added = file(path, '')
  return { files: [...files, added], added }
}

/** Returns whether a value from a stored draft has the type `ExerciseValues`. */
export function isExerciseValues(value: unknown): value is ExerciseValues {
  if (!isRecord(value)) return false
  const languages: readonly unknown[] = EXERCISE_LANGUAGE
  return (
    (value.version === null || typeof value.version === 'number') &&
    languages.includes(value.language) &&
    (value.practice === undefined || typeof value.practice === 'boolean') &&
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
