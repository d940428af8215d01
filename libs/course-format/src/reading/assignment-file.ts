import type { ImportIssue } from '@rookies/data/course-import/payload'
import { isWebLink } from '@rookies/data/links/web-link'
import { characterCount } from '@rookies/data/records/limits'
import { markdownName } from '../file-names'
import { folderOf, nameOf } from '../paths'
import { lessonOf } from './read-exercise'
import type { CourseFile } from './read-files'
import { unixLines } from './text-lines'
import { type Entry, readEntries } from './yaml-entries'

/** The fields of an assignment about the tests of a repository (rules/repositories#assignment). */
export interface TestedPart {
  grader: string | null
  grader_sha: string | null
  template_url: string | null
  suite: string | null
  paths: string[]
  expected: string[]
  tests_do: 'SHOW' | 'GATE' | 'PASS'
  push_hands_in: boolean
}

/** The values of an assignment without an `assignment.yml`. */
export const UNTESTED: TestedPart = {
  ...{ grader: null, grader_sha: null, template_url: null, suite: null },
  ...{ paths: [], expected: [], tests_do: 'SHOW', push_hands_in: false },
}

export const ASSIGNMENT_FILE = 'assignment.yml'
const SETTINGS = /^assignment\.ya?ml$/i

const NO_TEXT =
  'There is no text for this assignment; it was left out. Put a Markdown file with the name of its folder beside the folder.'

/** The files with the tests of assignments, by the paths of the lessons' Markdown files. */
export interface ReadAssignmentFiles {
  /** The other files. */
  rest: CourseFile[]
  tested: ReadonlyMap<string, TestedPart>
  issues: ImportIssue[]
}

/**
 * Reads each `assignment.yml` of a course (rules/courses#export). Its lesson is found as that of an exercise is, or is
 * the only text beside it.
 */
export function readAssignmentFiles(files: readonly CourseFile[]): ReadAssignmentFiles {
  const isSettings = ({ path }: CourseFile) => SETTINGS.test(nameOf(path))
  const texts = files.map(({ path }) => path).filter((path) => markdownName(nameOf(path)) !== null)
  const onlyText = (folder: string) => {
    const [only = null, ...others] = texts.filter((path) => folderOf(path) === folder)
    return others.length === 0 ? only : null
  }
  const tested = new Map<string, TestedPart>()
  const issues: ImportIssue[] = []
  for (const { path, text } of files.filter(isSettings)) {
    const folder = folderOf(path)
    const lesson = lessonOf(folder, texts) ?? onlyText(folder)
    if (lesson === null) issues.push({ path, message: NO_TEXT, leftOut: true })
    else {
      const { part, remarks } = readTested(unixLines(text))
      tested.set(lesson, part)
      issues.push(...remarks.map((remark) => ({ path, ...remark })))
    }
  }
  return { rest: files.filter((file) => !isSettings(file)), tested, issues }
}

/** Returns the keys of an `assignment.yml`, without default values; null if all values are those of a new assignment. */
export function testedKeys(part: TestedPart) {
  const keys = {
    grader: part.grader ?? undefined,
    grader_sha: part.grader_sha ?? undefined,
    template: part.template_url ?? undefined,
    suite: part.suite ?? undefined,
    paths: part.paths.length > 0 ? part.paths : undefined,
    expected: part.expected.length > 0 ? part.expected : undefined,
    tests: part.tests_do === UNTESTED.tests_do ? undefined : part.tests_do.toLowerCase(),
    push_hands_in: part.push_hands_in || undefined,
  }
  return Object.values(keys).some((value) => value !== undefined) ? keys : null
}

type Key = keyof NonNullable<ReturnType<typeof testedKeys>>

/** The limits of the database. */
const GRADER = /^[a-z\d][a-z\d-]*\/[\w.-]+\/\.github\/workflows\/[\w.-]+\.ya?ml@\w[\w./-]*$/i
const PATH = /^(?!(?:.*\/)?(?:\.{1,2}|\.git)(?:\/|$))[\w.][\w. -]*(?:\/[\w.][\w. -]*)*$/
const MOST_NAMES = 500
const LONGEST_NAME = 300
const MOST_PATHS = 50
const LONGEST_PATH = 200

/** What a key has to be, and how it becomes fields of the assignment; null for another value. */
const KEYS: Record<Key, [what: string, read: (entry: Entry) => Partial<TestedPart> | null]> = {
  grader: [
    'a workflow such as owner/repository/.github/workflows/name.yml@v1',
    ({ value }) => matching(value, GRADER, (grader) => ({ grader })),
  ],
  grader_sha: [
    'a commit with 40 digits from 0 to f',
    ({ value }) => matching(value, /^[\da-f]{40}$/, (grader_sha) => ({ grader_sha })),
  ],
  template: [
    'a web address',
    ({ value }) => (typeof value === 'string' && isWebLink(value) ? { template_url: value } : null),
  ],
  suite: [
    'a name of at most 60 lowercase letters, digits and hyphens',
    ({ value }) => matching(value, /^(?=.{1,60}$)[a-z\d]+(?:-[a-z\d]+)*$/, (suite) => ({ suite })),
  ],
  paths: [
    `a list of at most ${MOST_PATHS} files and folders of a repository`,
    (entry) => {
      const paths = listed(entry, MOST_PATHS, LONGEST_PATH)
      return paths?.every((path) => PATH.test(path)) ? { paths } : null
    },
  ],
  expected: [
    `a list of at most ${MOST_NAMES} different names of at most ${LONGEST_NAME} characters`,
    (entry) => {
      const expected = listed(entry, MOST_NAMES, LONGEST_NAME)
      return expected ? { expected } : null
    },
  ],
  tests: [
    'show, gate or pass',
    ({ value }) => {
      const found = (['SHOW', 'GATE', 'PASS'] as const).find((each) => each.toLowerCase() === value)
      return found ? { tests_do: found } : null
    },
  ],
  push_hands_in: [
    'true or false',
    ({ value }) => (typeof value === 'boolean' ? { push_hands_in: value } : null),
  ],
}

function matching<T>(value: unknown, form: RegExp, part: (text: string) => T): T | null {
  return typeof value === 'string' && form.test(value) ? part(value) : null
}

function listed({ value, texts }: Entry, most: number, longest: number): string[] | null {
  const names = texts ?? (typeof value === 'string' ? [value] : [])
  const fits = names.every(
    (name) => /^[^\0]*\S[^\0]*$/.test(name) && characterCount(name) <= longest,
  )
  const isFew = names.length > 0 && names.length <= most
  return fits && isFew && new Set(names).size === names.length ? names : null
}

const isKey = (key: string): key is Key => Object.hasOwn(KEYS, key)

export function readTested(text: string): {
  part: TestedPart
  remarks: Omit<ImportIssue, 'path'>[]
} {
  const { entries, remarks: found } = readEntries(text, 1)
  const remarks: Omit<ImportIssue, 'path'>[] = [...found]
  const part = { ...UNTESTED }
  for (const entry of entries) {
    const { key, line, value } = entry
    const [what, read] = isKey(key) ? KEYS[key] : []
    if (read === undefined) {
      remarks.push({ line, message: 'An unknown key was ignored.', about: key })
      continue
    }
    const fields = value === null ? {} : read(entry)
    if (fields) Object.assign(part, fields)
    else {
      remarks.push({ line, message: `The value of "${key}" is not ${what} and was ignored.` })
    }
  }
  return { part, remarks }
}
