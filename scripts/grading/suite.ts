import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReportFormat } from '../../supabase/functions/repo-result/read-report.ts'
import { PlainError } from '../../supabase/local/src/plain-error'

export const LANGUAGES = ['node', 'python', 'java', 'command'] as const
export const REPORTS = ['junit', 'tap', 'exit'] as const

/** The settings of a suite of tests, as `suite.json` in its folder has them. */
export interface Suite {
  suite: string
  language: (typeof LANGUAGES)[number]
  /** The files and folders that are copied from the commit of a learner. */
  paths: string[]
  /** The command that runs the tests and prints their report. */
  run: string
  /** The time limit of `run`, in minutes. */
  minutes: number
  /** The format of the report that the command prints; with `exit`, the exit code of the command is the only test. */
  report: (typeof REPORTS)[number]
}

/** The settings for tests of a language, unless `suite.json` has others. */
export const USUAL: Record<Suite['language'], Pick<Suite, 'run' | 'report'>> = {
  node: { run: 'node --test --test-reporter=junit test/*.test.js', report: 'junit' },
  python: {
    run: 'python3 -m pytest -p no:cacheprovider -q --junitxml=/dev/fd/3 3>&1 >&2 tests',
    report: 'junit',
  },
  java: { run: '', report: 'tap' },
  command: { run: '', report: 'exit' },
}

/** The maximum time limit of a suite. */
export const MAX_MINUTES = 30

/** Matches the paths that the shell scripts accept: relative, without `.git`, `..`, and characters special to a shell. */
const PATH =
  /^(?!\.{1,2}(\/|$)|\.git(\/|$))[\w.][\w. -]*(\/(?!\.{1,2}(\/|$)|\.git(\/|$))[\w.][\w. -]*)*$/

/** Returns a sentence for each invalid setting of a suite. */
function faults({ suite, language, paths, run, minutes, report }: Partial<Suite>): string[] {
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
    // GitHub would evaluate such a text in a workflow as an expression.
    ...(run?.includes('${{') ? ['The command that runs the tests may not contain ${{.'] : []),
    ...(minutes && Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_MINUTES
      ? []
      : [`The time limit is 1 to ${MAX_MINUTES} minutes.`]),
    ...(report && REPORTS.includes(report) ? [] : [`The report is one of ${REPORTS.join(', ')}.`]),
  ]
}

/** Returns the settings in `suite.json` of a folder; `{}` without such a file. @throws PlainError if it is no JSON */
export function readSuite(folder: string): Partial<Suite> {
  const file = join(folder, 'suite.json')
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new PlainError(`${file} is no JSON.`)
  }
}

/** Returns the suite if all its settings are valid. @throws PlainError with a sentence for each invalid one */
export function checkedSuite(suite: Partial<Suite>): Suite {
  const wrong = faults(suite)
  if (wrong.length > 0) throw new PlainError(wrong.join('\n'))
  return suite as Suite
}

/** Returns the environment variables of the template's scripts. The workflow of the suite sets the same ones. */
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

/** Returns the format in which the report of a suite is sent. */
export const formatOf = ({ report }: Suite): ReportFormat => (report === 'junit' ? 'junit' : 'tap')
