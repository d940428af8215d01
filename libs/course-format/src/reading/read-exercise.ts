import type { ImportIssue } from '@rookies/data/course-import/payload'
import {
  EMPTY_EXERCISE,
  EXERCISE_LIMITS,
  type ExerciseFile,
  type ExercisePart,
  exerciseProblems,
  filesProblem,
  type Hint,
} from '@rookies/data/exercises/exercise-part'
import { formatNumber } from '@rookies/data/wording'
import { guardLoops } from '@rookies/exercise-engine/loop-guard'
import { FIRST_PAGE, HIDDEN_PATH, TESTS_PATH } from '@rookies/exercise-engine/test-files'
import { tsPlugin } from '@sveltejs/acorn-typescript'
import { Parser } from 'acorn'
import { markdownName } from '../file-names'
import { folderOf, nameOf, pathIn, ROOT } from '../paths'
import { exerciseFolders, inOrder, pathBelow, SOLUTION, STARTER } from './exercise-paths'
import { truth } from './front-matter'
import type { CourseFile } from './read-files'
import { unixLines } from './text-lines'
import { type Entry, readEntries } from './yaml-entries'

/** The exercises of a course folder. */
export interface ReadExercises {
  /** The files that do not belong to an exercise. */
  rest: CourseFile[]
  /** By the path of the lesson's Markdown file. Null for an exercise that was left out, which has an issue. */
  exercises: ReadonlyMap<string, ExercisePart | null>
  issues: ImportIssue[]
}

const INDEX = /^(?:_?index|readme)$/i
/** A folder of this name can belong to a lesson of any name if that is the only text beside it. */
const PLAIN_NAME = /^exercise$/i

/**
 * Reads the folders of exercises (rules/courses#export). Takes the files of a course with normalized paths, in order.
 * Everything that is not imported unchanged has an issue.
 */
export function readExercises(files: readonly CourseFile[]): ReadExercises {
  const { folders, folderOfPart } = exerciseFolders(files.map(({ path }) => path))
  if (folders.size === 0) return { rest: [...files], exercises: new Map(), issues: [] }
  const parts = new Map([...folders.keys()].map((folder) => [folder, [] as CourseFile[]]))
  const rest = files.filter((file) => {
    const own = parts.get(folderOfPart(file.path) ?? '')
    own?.push(file)
    return own === undefined
  })
  const texts = rest.map(({ path }) => path).filter((path) => markdownName(nameOf(path)) !== null)
  const exercises = new Map<string, ExercisePart | null>()
  const issues: ImportIssue[] = []
  for (const [folder, settings] of folders) {
    const lesson = lessonOf(folder, texts)
    if (lesson === null || exercises.has(lesson)) {
      const message =
        lesson === null
          ? 'There is no text for this exercise; it was left out. Put a Markdown file with the name of its folder beside the folder.'
          : 'The lesson has an exercise already; this one was left out.'
      issues.push({ path: settings, message, leftOut: true })
      continue
    }
    const { exercise, issues: found } = readExercise(folder, settings, parts.get(folder) ?? [])
    exercises.set(lesson, exercise)
    issues.push(...found)
  }
  return { rest, exercises, issues }
}

/**
 * Returns the path of the Markdown file of an exercise or an assignment: beside its folder with the same name, in it, or
 * beside `exercise/`; null if there is none.
 */
export function lessonOf(folder: string, texts: readonly string[]): string | null {
  const nameIn = (path: string) => markdownName(nameOf(path)) ?? ''
  const among = (place: string) => texts.filter((path) => folderOf(path) === place)
  const isIndex = (path: string) => INDEX.test(nameIn(path))
  if (folder === ROOT) return among(ROOT).find(isIndex) ?? null
  const beside = among(folderOf(folder))
  const twin = beside.find((path) => nameIn(path) === nameOf(folder))
  if (twin !== undefined) return twin
  const inside = among(folder).find(isIndex)
  if (inside !== undefined || !PLAIN_NAME.test(nameOf(folder))) return inside ?? null
  return beside.find(isIndex) ?? (beside.length === 1 ? (beside[0] ?? null) : null)
}

type Say = (place: Omit<ImportIssue, 'path'> & { path?: string }) => void

function readExercise(
  folder: string,
  settings: string,
  own: readonly CourseFile[],
): { exercise: ExercisePart | null; issues: ImportIssue[] } {
  const issues: ImportIssue[] = []
  const say: Say = (issue) => issues.push({ path: settings, ...issue })
  const file = own.find(({ path }) => path === settings)
  const written = file?.text ?? ''
  // Windows line ends here mean that another tool has changed those of the whole folder.
  const lines = written.includes('\r') ? unixLines : (text: string) => text
  const texts = own.flatMap(({ path, text, brokenLine }) => {
    const zero = text.indexOf('\0')
    if (brokenLine === undefined && zero < 0) return [{ path, text: lines(text) }]
    const line = brokenLine ?? unixLines(text.slice(0, zero)).split('\n').length
    say({ path, line, message: 'The file is not UTF-8 text and was left out.', leftOut: true })
    return []
  })
  const at = (name: string) => pathIn(folder, name)
  const textOf = (name: string, field: 'tests' | 'hidden'): string => {
    const text = texts.find(({ path }) => path === at(name))?.text ?? ''
    const problem = exerciseProblems({ ...EMPTY_EXERCISE, [field]: text })[field]
    if (problem === undefined) return text
    say({ path: at(name), message: `${problem}; the file was left out.`, leftOut: true })
    return ''
  }
  const isRead = texts.some(({ path }) => path === settings)
  const { entries, remarks } = isRead ? readEntries(unixLines(written), 1) : NOTHING
  for (const remark of remarks) say(remark)
  const values = readSettings(entries, say)
  const filesOf = (name: string, order: readonly { path: string }[]): ExerciseFile[] => {
    const inFolder = texts.flatMap(({ path, text }) => {
      const below = pathBelow(at(name), path)
      return below === null ? [] : [{ path: below, text }]
    })
    return inOrder(
      fitting(inFolder, (issue) => say({ ...issue, path: at(`${name}/${issue.path}`) })),
      order,
    )
  }
  const files = filesOf(STARTER, values.order)
  if (files.length === 0) say({ message: `The exercise has no files in ${STARTER}/.` })
  const solution = filesOf(SOLUTION, values.solutionOrder ?? files)
  if (solution.length === 0) say({ message: `The exercise has no files in ${SOLUTION}/.` })
  for (const { path: about } of missing(values.order, files)) {
    say({ line: values.orderLine, message: MISSING, about })
  }
  const { language, time_ms, hints, solution_after, practice } = values
  const tests = textOf(TESTS_PATH, 'tests')
  if (tests.trim() === '') say({ message: `The exercise has no ${TESTS_PATH}.` })
  const isPage = language === 'PAGE'
  const hidden = isPage ? '' : textOf(HIDDEN_PATH, 'hidden')
  if (isPage && texts.some(({ path }) => path === at(HIDDEN_PATH))) {
    say({ path: at(HIDDEN_PATH), message: NO_HIDDEN, leftOut: true })
  }
  const isFirst = ({ path }: ExerciseFile) => path === FIRST_PAGE
  if (isPage && solution.length > 0 && !solution.some(isFirst)) {
    say({ message: `The solution of the page has no ${SOLUTION}/${FIRST_PAGE}.` })
  }
  // The files that learners begin with are not checked: their syntax can be wrong on purpose.
  const code = [
    { path: TESTS_PATH, text: tests },
    { path: HIDDEN_PATH, text: hidden },
    ...solution.map(({ path, text }) => ({ path: `${SOLUTION}/${path}`, text })),
  ]
  for (const { path, text } of code) {
    const wrong =
      isPage && path === TESTS_PATH ? checksError(text) : syntaxError(path, text, language)
    if (wrong) say({ path: at(path), ...wrong })
  }
  if (isPage && !files.some(isFirst)) {
    const message = `The page has no ${STARTER}/${FIRST_PAGE}; the exercise was left out.`
    say({ message, leftOut: true })
    return { exercise: null, issues }
  }
  return {
    exercise: {
      language,
      files,
      tests,
      hidden,
      solution,
      time_ms,
      hints,
      solution_after,
      practice,
    },
    issues,
  }
}

/** Returns the first error in the syntax of a file with code, with its line; null if there is none. */
function syntaxError(
  path: string,
  text: string,
  language: ExercisePart['language'],
): { line: number; message: string } | null {
  const ending = /\.([jt]s)$/.exec(path)?.[1]
  if (ending === undefined) return null
  const parser = ending === 'ts' || language === 'TS' ? Parser.extend(tsPlugin()) : Parser
  try {
    parser.parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true })
    return null
  } catch (error) {
    const { line } = Object(Reflect.get(Object(error), 'loc'))
    const message = error instanceof Error ? error.message.replace(/ \(\d+:\d+\)$/, '') : ''
    return { line: Number(line) || 1, message: `The code cannot be read: ${message}.` }
  }
}

/** Returns why the checks of a page cannot run, with the line; null if they can. */
function checksError(text: string): { line: number; message: string } | null {
  const guarded = guardLoops(TESTS_PATH, text, 'tests')
  if (typeof guarded === 'string') return null
  const { message, line = 1 } = guarded
  return { line, message: `The checks cannot run: ${message}${/[.?]$/.test(message) ? '' : '.'}` }
}

const NO_HIDDEN = 'A page has no hidden tests; the file was left out.'

const MISSING = 'The list of files names one that is missing.'

const missing = (named: readonly { path: string }[], files: readonly ExerciseFile[]) =>
  named.filter(({ path }) => !files.some((file) => file.path === path))

const NOTHING = { entries: [], remarks: [] }

/** Returns the files that the database accepts, with an issue for each of the others. */
function fitting(
  files: readonly ExerciseFile[],
  say: (issue: Omit<ImportIssue, 'path'> & { path: string }) => void,
): ExerciseFile[] {
  const kept: ExerciseFile[] = []
  for (const file of files) {
    const problem = filesProblem([...kept, file])
    if (problem === null) kept.push(file)
    else say({ path: file.path, message: `${problem}; the file was left out.`, leftOut: true })
  }
  return kept
}

interface Settings
  extends Pick<ExercisePart, 'language' | 'time_ms' | 'hints' | 'solution_after' | 'practice'> {
  /** The files in order, if they are not in the order of their names. */
  order: { path: string }[]
  orderLine: number
  /** The solution's files in their order; null if this is the order of the starter's files. */
  solutionOrder: { path: string }[] | null
}

const LANGUAGES = new Map<string, ExercisePart['language']>([
  ['js', 'JS'],
  ['javascript', 'JS'],
  ['ts', 'TS'],
  ['typescript', 'TS'],
  ['page', 'PAGE'],
])

const KEYS = [
  'language',
  'time_ms',
  'hints',
  'solution_after',
  'practice',
  'files',
  'solution_files',
] as const

const EXPECTED: Record<(typeof KEYS)[number], string> = {
  language: 'js, ts or page',
  time_ms: `a number from ${EXERCISE_LIMITS.minTime} to ${formatNumber(EXERCISE_LIMITS.maxTime)}`,
  hints: 'a list of hints, each with after and text',
  solution_after: `a number from 1 to ${EXERCISE_LIMITS.after}`,
  practice: 'true or false',
  files: 'a list of file names with commas between them',
  solution_files: 'a list of file names with commas between them',
}

function readSettings(entries: readonly Entry[], say: Say): Settings {
  const { language, time_ms, hints, solution_after, practice } = EMPTY_EXERCISE
  const settings: Settings = {
    ...{ language, time_ms, hints, solution_after, practice },
    ...{ order: [], orderLine: 1, solutionOrder: null },
  }
  for (const { key, value, line } of entries) {
    const known = KEYS.find((each) => each === key)
    if (known === undefined) say({ line, message: 'An unknown key was ignored.', about: key })
    else if (value !== null && !take(settings, known, value, line, say)) {
      say({ line, message: `The value of "${key}" is not ${EXPECTED[known]} and was ignored.` })
    }
  }
  if (settings.language === 'PAGE' && settings.solution_after !== null) {
    const line = entries.find(({ key }) => key === 'solution_after')?.line
    say({ line, message: OPENS_ON_COMPLETION })
    settings.solution_after = null
  }
  return settings
}

const OPENS_ON_COMPLETION =
  'The solution of a page opens once the page is completed, so "solution_after" was ignored.'

/** Puts a value into the settings; returns false for an invalid one. */
function take(
  settings: Settings,
  key: (typeof KEYS)[number],
  value: unknown,
  line: number,
  say: Say,
): boolean {
  const { minTime, maxTime, after } = EXERCISE_LIMITS
  switch (key) {
    case 'language': {
      const named =
        typeof value === 'string' ? LANGUAGES.get(value.trim().toLowerCase()) : undefined
      settings.language = named ?? settings.language
      return named !== undefined
    }
    case 'time_ms': {
      const isTime = isWhole(value, minTime, maxTime)
      if (isTime) settings.time_ms = value
      return isTime
    }
    case 'solution_after': {
      const isCount = isWhole(value, 1, after)
      if (isCount) settings.solution_after = value
      return isCount
    }
    case 'practice': {
      const known = truth(value)
      settings.practice = known ?? settings.practice
      return known !== undefined
    }
    case 'hints': {
      const hints = Array.isArray(value) ? value : null
      if (hints !== null) settings.hints = readHints(hints, line, say)
      return hints !== null
    }
    case 'files':
    case 'solution_files': {
      if (typeof value !== 'string') return false
      const names = value.split(',').map((name) => ({ path: name.trim() }))
      if (key === 'files') Object.assign(settings, { order: names, orderLine: line })
      else settings.solutionOrder = names
      return true
    }
  }
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
}

function readHints(values: readonly unknown[], line: number, say: Say): Hint[] {
  const { hints: most } = EXERCISE_LIMITS
  const hints = values.flatMap((value, at): Hint[] => {
    const { after, text, ...others }: Partial<Record<string, unknown>> = { ...Object(value) }
    for (const about of Object.keys(others)) {
      say({ line, message: 'An unknown key of a hint was ignored.', about })
    }
    const hint = { after: Number(after), text: typeof text === 'string' ? text : '' }
    const problem = exerciseProblems({ ...EMPTY_EXERCISE, hints: [hint] }).hints
    if (problem === undefined) return [hint]
    say({ line, message: `Hint ${at + 1} was left out. ${problem}` })
    return []
  })
  if (hints.length > most) {
    say({ line, message: `An exercise has at most ${most} hints; the others were left out.` })
  }
  return hints.slice(0, most)
}
