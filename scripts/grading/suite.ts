import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError } from '../../supabase/local/src/plain-error'

export const LANGUAGES = ['node', 'python', 'java', 'command'] as const
export const REPORTS = ['junit', 'tap', 'exit'] as const

/** What `suite.json` says about the tests of a school. */
export interface Suite {
  suite: string
  language: (typeof LANGUAGES)[number]
  /** What is taken from the commit of a learner. */
  paths: string[]
  /** The command that runs the tests and prints their report. */
  run: string
  /** The time limit of `run`. */
  minutes: number
  /** What the command prints; with `exit`, its exit code is the only test. */
  report: (typeof REPORTS)[number]
}

/** How the tests of a language run, if nothing else is said. */
export const USUAL: Record<Suite['language'], Pick<Suite, 'run' | 'report'>> = {
  node: { run: 'node --test --test-reporter=junit test/*.test.js', report: 'junit' },
  python: {
    run: 'python3 -m pytest -p no:cacheprovider -q --junitxml=/dev/fd/3 3>&1 >&2 tests',
    report: 'junit',
  },
  java: { run: '', report: 'tap' },
  command: { run: '', report: 'exit' },
}

/** A path that the shell scripts take: no absolute one, no `..`, no hidden folder of Git, and nothing that a shell reads. */
const PATH =
  /^(?!\.{1,2}(\/|$)|\.git(\/|$))[\w.][\w. -]*(\/(?!\.{1,2}(\/|$)|\.git(\/|$))[\w.][\w. -]*)*$/

/** Returns what is wrong with a suite, in sentences. */
export function faults({ suite, language, paths, run, minutes, report }: Partial<Suite>): string[] {
  const overlap = paths?.find((path) =>
    paths.some((other) => other !== path && `${path}/`.startsWith(`${other}/`)),
  )
  return [
    ...(/^[a-z\d]+(-[a-z\d]+)*$/.test(suite ?? '') && (suite ?? '').length <= 100
      ? []
      : ['The name of a suite has lower-case letters, digits, and single hyphens.']),
    ...(language && LANGUAGES.includes(language)
      ? []
      : [`The language is one of ${LANGUAGES.join(', ')}.`]),
    ...(paths && paths.length > 0 && new Set(paths).size === paths.length
      ? []
      : ['Say once each which paths are taken from the commit of a learner.']),
    ...(paths?.every((path) => PATH.test(path))
      ? []
      : ['A path names a file or folder below the root, as src or src/main.js do.']),
    ...(overlap ? [`The path ${overlap} is inside another one.`] : []),
    ...(run && !/[\r\n]/.test(run) ? [] : ['Say in one line how the tests run.']),
    // A workflow would take it for an expression.
    ...(run?.includes('${{') ? ['The command that runs the tests may not contain ${{.'] : []),
    ...(minutes && Number.isInteger(minutes) && minutes >= 1 && minutes <= 30
      ? []
      : ['The time limit is 1 to 30 minutes.']),
    ...(report && REPORTS.includes(report) ? [] : [`The report is one of ${REPORTS.join(', ')}.`]),
  ]
}

/** Returns what `suite.json` in a folder says; nothing if there is no such file. @throws PlainError for another text */
export function readSuite(folder: string): Partial<Suite> {
  const file = join(folder, 'suite.json')
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new PlainError(`${file} is no JSON.`)
  }
}

/** Returns a suite without faults. @throws PlainError with the faults */
export function checkedSuite(suite: Partial<Suite>): Suite {
  const wrong = faults(suite)
  if (wrong.length > 0) throw new PlainError(wrong.join('\n'))
  return suite as Suite
}

/** Returns the settings of the scripts of the template, as the workflow of the suite has them. */
export function settingsOf({ suite, language, paths, run, minutes, report }: Suite) {
  return {
    SUITE: suite,
    LANGUAGE: language,
    PATHS: paths.join('\n'),
    RUN: run,
    REPORT: report,
    LIMIT: String(60 * minutes),
  }
}

/** The format in which the report of a suite is sent. */
export const formatOf = ({ report }: Suite) => (report === 'junit' ? 'junit' : 'tap')
