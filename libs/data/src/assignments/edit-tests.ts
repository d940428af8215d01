import { TESTS_DO } from '../database.gen'
import { isWebLink } from '../links/web-link'
import { characterCount } from '../records/limits'
import type { AssignmentPart, WorkKind } from './assignment-part'
import type { TestsDo } from './result'

/** The fields about tests in the form of an assignment (rules/repositories#assignment). */
export interface TestValues {
  /** The reference of the workflow that tests commits; empty if nothing is tested. */
  grader: string
  /** The commit of the grader whose results are believed; empty for none. */
  grader_sha: string
  template_url: string
  suite: string
  /** One path in each line. */
  paths: string
  /** The name of one test in each line. */
  expected: string
  tests_do: TestsDo
  push_hands_in: boolean
}

export const EMPTY_TESTS: TestValues = {
  grader: '',
  grader_sha: '',
  template_url: '',
  suite: '',
  paths: '',
  expected: '',
  tests_do: 'SHOW',
  push_hands_in: false,
}

type TestPart = Pick<AssignmentPart, keyof TestValues>

/** Returns the form's values for the stored fields about tests. */
export function testValues(stored: TestPart): TestValues {
  return {
    grader: stored.grader ?? '',
    grader_sha: stored.grader_sha ?? '',
    template_url: stored.template_url ?? '',
    suite: stored.suite ?? '',
    paths: stored.paths.join('\n'),
    expected: stored.expected.join('\n'),
    tests_do: stored.tests_do,
    push_hands_in: stored.push_hands_in,
  }
}

/** Returns the trimmed lines of a text without empty and repeated ones. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

const textOrNull = (text: string) => text.trim() || null

/** Returns the fields about tests as the database stores them. Without a grader, they have their default values. */
export function testPart(form: TestValues): TestPart {
  const { grader, grader_sha, template_url, suite, paths, expected, tests_do, push_hands_in } =
    textOrNull(form.grader) === null ? EMPTY_TESTS : form
  return {
    grader: textOrNull(grader),
    grader_sha: textOrNull(grader_sha),
    template_url: textOrNull(template_url),
    suite: textOrNull(suite),
    paths: linesOf(paths),
    expected: linesOf(expected),
    tests_do,
    push_hands_in,
  }
}

export type TestProblem = 'grader' | 'grader_sha' | 'template_url' | 'suite' | 'paths' | 'expected'

const GRADER = /^[A-Za-z0-9][A-Za-z0-9-]*\/[\w.-]+\/\.github\/workflows\/[\w.-]+\.ya?ml@\w[\w./-]*$/
const PATH = /^[\w.][\w. -]*(?:\/[\w.][\w. -]*)*$/
const LEAVES_WORK = /(?:^|\/)(?:\.{1,2}|\.git)(?:\/|$)/i

const isPath = (path: string) => path.length <= 200 && PATH.test(path) && !LEAVES_WORK.test(path)

/** Returns the errors of the fields about tests, as the database words them. Without a grader, there are no errors. */
export function testProblems(
  form: TestValues & { accepts: readonly WorkKind[] },
): Partial<Record<TestProblem, string>> {
  const { grader, grader_sha, template_url, suite, paths, expected, tests_do } = testPart(form)
  if (grader === null) return {}
  const isNamed = GRADER.test(grader) && grader.length <= 300
  return {
    ...(!isNamed && {
      grader: 'A grader is written like school/grading/.github/workflows/tests.yml@v1.',
    }),
    ...(isNamed &&
      !form.accepts.includes('REPOSITORY') && {
        grader: 'Only repositories can be tested. Let people hand in a repository.',
      }),
    ...(grader_sha !== null &&
      !/^[0-9a-f]{40}$/.test(grader_sha) && {
        grader_sha: 'A commit is written with 40 digits, from 0 to 9 and from a to f.',
      }),
    ...(template_url !== null &&
      !isWebLink(template_url) && { template_url: 'Please enter a valid URL' }),
    ...(suite === null && { suite: 'Name the suite whose tests are run.' }),
    ...(suite !== null &&
      (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(suite) || suite.length > 60) && {
        suite: 'The name of a suite has lowercase letters, digits, and hyphens.',
      }),
    ...((paths.length > 50 || !paths.every(isPath)) && {
      paths: 'At most 50 paths are taken, each written like src or src/main.js.',
    }),
    ...(tests_do !== 'SHOW' &&
      expected.length === 0 && {
        expected:
          'Name the tests that have to pass. Otherwise, a run that ends early would pass, too.',
      }),
    ...((expected.length > 500 || expected.some((name) => characterCount(name) > 300)) && {
      expected: 'At most 500 different tests are named, with at most 300 characters each.',
    }),
  }
}

/**
 * Returns whether the fields about tests in a stored draft can be read. Drafts that are older than the tests of
 * assignments lack these fields.
 */
export function isTestValues(value: Record<string, unknown>): boolean {
  const effects: readonly unknown[] = [...TESTS_DO, undefined]
  return (
    Object.entries(EMPTY_TESTS).every(([name, empty]) =>
      [typeof empty, 'undefined'].includes(typeof value[name]),
    ) && effects.includes(value.tests_do)
  )
}
