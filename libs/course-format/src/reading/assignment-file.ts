import {
  EMPTY_TESTS,
  type TestProblem,
  type TestValues,
  testPart,
  testProblems,
} from '@rookies/data/assignments/edit-tests'
import type { ImportIssue } from '@rookies/data/course-import/payload'
import { TESTS_DO } from '@rookies/data/database.gen'
import { markdownName } from '../file-names'
import { folderOf, nameOf } from '../paths'
import { lessonOf } from './read-exercise'
import type { CourseFile } from './read-files'
import { unixLines } from './text-lines'
import { type Entry, readEntries } from './yaml-entries'

/** The fields of an assignment about the tests of repositories (rules/repositories#assignment). */
export type TestPart = ReturnType<typeof testPart>

export const ASSIGNMENT_FILE = 'assignment.yml'
const SETTINGS = /^assignment\.ya?ml$/i

const NO_TEXT =
  'There is no text for this assignment; it was left out. Put a Markdown file with the name of its folder beside the folder.'
const NO_GRADER = 'Without "grader", nothing is tested, so the other keys were ignored.'

/** The key in `assignment.yml` for each field of the form. */
const KEYS: Record<keyof TestValues, string> = {
  grader: 'grader',
  grader_sha: 'grader_sha',
  template_url: 'template',
  suite: 'suite',
  paths: 'paths',
  expected: 'expected',
  tests_do: 'tests',
  push_hands_in: 'push_hands_in',
}
const FIELDS = Object.keys(KEYS) as (keyof TestValues)[]

/**
 * Reads each `assignment.yml` of a course (rules/courses#export), and returns its values by the path of the lesson's
 * Markdown file. The lesson is found in the same way as the lesson of an exercise. If there is none, the lesson is the
 * only Markdown file beside `assignment.yml`.
 */
export function readAssignmentFiles(files: readonly CourseFile[]): {
  rest: CourseFile[]
  tested: ReadonlyMap<string, TestPart>
  issues: ImportIssue[]
} {
  const isSettings = ({ path }: CourseFile) => SETTINGS.test(nameOf(path))
  const texts = files.map(({ path }) => path).filter((path) => markdownName(nameOf(path)) !== null)
  const onlyText = (folder: string) => {
    const [only = null, ...others] = texts.filter((path) => folderOf(path) === folder)
    return others.length === 0 ? only : null
  }
  const tested = new Map<string, TestPart>()
  const issues: ImportIssue[] = []
  for (const { path, text } of files.filter(isSettings)) {
    const folder = folderOf(path)
    const lesson = lessonOf(folder, texts) ?? onlyText(folder)
    if (lesson === null) issues.push({ path, message: NO_TEXT, leftOut: true })
    else
      tested.set(
        lesson,
        readTests(unixLines(text), (issue) => issues.push({ path, ...issue })),
      )
  }
  return { rest: files.filter((file) => !isSettings(file)), tested, issues }
}

/** Returns the keys of an `assignment.yml` without default values; null without a grader. */
export function testKeys(part: TestPart): Record<string, unknown> | null {
  if (part.grader === null) return null
  const { paths, expected, tests_do } = part
  const values: Record<keyof TestValues, unknown> = {
    ...{ ...part, push_hands_in: part.push_hands_in || null },
    paths: paths.length > 0 ? paths : null,
    expected: expected.length > 0 ? expected : null,
    tests_do: tests_do === EMPTY_TESTS.tests_do ? null : tests_do.toLowerCase(),
  }
  return Object.fromEntries(FIELDS.map((field) => [KEYS[field], values[field] ?? undefined]))
}

/**
 * Reads the text of an `assignment.yml`. Values that the database would refuse are left out, and `say` is called for each
 * of them.
 */
export function readTests(text: string, say: (issue: Omit<ImportIssue, 'path'>) => void): TestPart {
  const { entries, remarks } = readEntries(text, 1)
  for (const remark of remarks) say(remark)
  const form: TestValues = { ...EMPTY_TESTS }
  const lines: Partial<Record<keyof TestValues, number>> = {}
  for (const entry of entries) {
    const { key, value, line } = entry
    const field = FIELDS.find((each) => KEYS[each] === key)
    if (field === undefined) say({ line, message: 'An unknown key was ignored.', about: key })
    else if (value !== null) {
      lines[field] = line
      const wrong = take(form, field, entry)
      if (wrong) say({ line, message: `The value of "${key}" is not ${wrong} and was ignored.` })
    }
  }
  // Values are left out one by one, because without one value another value can become invalid.
  for (;;) {
    const problems = testProblems({ ...form, accepts: ['REPOSITORY'] })
    const [found] = Object.entries(problems) as [TestProblem, string][]
    if (found === undefined) break
    const [needed, sentence] = found
    const field = form[needed] === '' ? (NEEDED_BY[needed] ?? needed) : needed
    const message = `${sentence.replace(/\.?$/, '.')} The key "${KEYS[field]}" was ignored.`
    say({ line: lines[field], message })
    Object.assign(form, { [field]: EMPTY_TESTS[field] })
  }
  if (lines.grader === undefined && entries.length > 0) say({ line: 1, message: NO_GRADER })
  return testPart(form)
}

/** If one of these fields is missing, the field that needs it is ignored. */
const NEEDED_BY: Partial<Record<TestProblem, keyof TestValues>> = {
  suite: 'grader',
  expected: 'tests_do',
}

/** Puts a value into the form. Returns the kind of value that the key needs if the value is of another kind; or null. */
function take(form: TestValues, field: keyof TestValues, { value, texts }: Entry): string | null {
  switch (field) {
    case 'push_hands_in':
      if (typeof value !== 'boolean') return 'true or false'
      form.push_hands_in = value
      return null
    case 'tests_do': {
      const found = TESTS_DO.find((each) => each.toLowerCase() === value)
      form.tests_do = found ?? form.tests_do
      return found ? null : 'show, gate or pass'
    }
    default: {
      const isList = field === 'paths' || field === 'expected'
      const written = isList && texts ? texts.join('\n') : value
      if (typeof written !== 'string' && typeof written !== 'number') {
        return isList ? 'a list of texts' : 'a text'
      }
      form[field] = String(written)
      return null
    }
  }
}
