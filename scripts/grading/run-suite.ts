import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type ReportFormat,
  readReport,
  type TestResult,
} from '../../supabase/functions/repo-result/read-report.ts'
import { Refused } from '../../supabase/functions/repo-result/refused.ts'
import { PlainError } from '../../supabase/local/src/plain-error'
import { formatOf, type Suite, settingsOf } from './suite'

/** The folder with the files that `npm run new-suite` copies to the grading repository of a school. */
export const TEMPLATE = fileURLToPath(new URL('../../templates/grading', import.meta.url))

/** Matches names of files and folders that tools create in the folder of an author. They are no part of a suite. */
const LOCAL_FILES =
  /^(\.git|node_modules|\.packages|__pycache__|\.pytest_cache|\.venv|assignment\.yml)$/

/**
 * Copies a folder with tests, but not the files that tools create.
 *
 * @param paths the paths with the author's solution, which are not copied either
 */
export function copySuite(from: string, to: string, paths: readonly string[] = []): void {
  const solution = new Set(paths.map((path) => join(from, path)))
  const isPart = (path: string) => !solution.has(path) && !LOCAL_FILES.test(basename(path))
  // The name of the folder itself is not checked: a folder called ".venv" may contain a suite.
  cpSync(from, to, { recursive: true, filter: (path) => path === from || isPart(path) })
}

export interface SuiteRun {
  format: ReportFormat
  /** The report that the tests printed, as a job would send it. */
  report: string
  results: TestResult[]
}

/**
 * Runs a suite on a folder, with the same scripts and in the same order as its workflow, and prints the log.
 *
 * @param tests the folder of the suite
 * @param work the folder with the paths of a learner
 * @throws PlainError if there are no results that a job could send
 */
export function runSuite(suite: Suite, { tests, work }: { tests: string; work: string }): SuiteRun {
  const base = mkdtempSync(join(tmpdir(), 'rookies-grade-'))
  const [copy, folder, file] = [join(base, 'suite'), join(base, 'folder'), join(base, 'report')]
  const script = (name: string, ...args: string[]) => {
    const run = spawnSync('bash', [join(TEMPLATE, 'scripts', name), ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...settingsOf(suite) },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    })
    if (run.error) throw new PlainError('The scripts of the template need bash and its programs.')
    process.stdout.write(`${run.stdout}${run.stderr}`)
    if (run.status !== 0) {
      throw new PlainError(`${name} of the template failed, so there are no results.`)
    }
  }
  try {
    copySuite(tests, copy, suite.paths)
    script('install.sh', copy)
    script('take-paths.sh', copy, work, folder)
    script('run-suite.sh', folder, file)
    const report = readFileSync(file, 'utf8')
    const format = formatOf(suite)
    return { format, report, results: readReport(format, report) }
  } catch (error) {
    const isRefused = error instanceof Refused
    // Errors of files have a code, such as EACCES.
    const isOfFile = error instanceof Error && 'code' in error && typeof error.code === 'string'
    throw isRefused || isOfFile ? new PlainError(error.message) : error
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/** Returns a line for each test. The first lines of the message follow the line of a failed test. */
export function resultLines(results: readonly TestResult[]): string[] {
  return results.flatMap(({ name, ok, skipped, message }) => [
    `${skipped ? 'skipped' : ok ? 'ok     ' : 'FAILED '} ${name}`,
    ...(message?.split('\n').slice(0, 8) ?? []).map((line) => `          ${line}`),
  ])
}
