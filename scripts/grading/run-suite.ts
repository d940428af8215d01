import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readReport, type TestResult } from '../../supabase/functions/repo-result/read-report.ts'
import { PlainError } from '../../supabase/local/src/plain-error'
import { formatOf, type Suite, settingsOf } from './suite'

/** The folder from which a school makes its repository with tests. */
export const TEMPLATE = fileURLToPath(new URL('../../templates/grading', import.meta.url))

/** What lies in a folder on a machine and is no part of a suite. */
const OWN = /^(\.git|node_modules|\.packages|__pycache__|\.pytest_cache|\.venv|assignment\.yml)$/

/** Copies a folder with tests without what is installed in it, and without the paths of the learner. */
export function copySuite(from: string, to: string, paths: readonly string[] = []): void {
  const left = new Set(paths.map((path) => join(from, path)))
  const filter = (path: string) => !left.has(path) && !OWN.test(basename(path))
  // The folder itself may have any name.
  cpSync(from, to, { recursive: true, filter: (path) => path === from || filter(path) })
}

export interface SuiteRun {
  format: 'junit' | 'tap'
  /** What the tests printed, as a job would send it. */
  report: string
  results: TestResult[]
}

/**
 * Runs a suite on a folder with the scripts and in the order of its workflow.
 *
 * @param print gets what a log of the job would show
 * @throws PlainError if there are no results that a job could send
 */
export function runSuite(
  suite: Suite,
  { tests, work, print }: { tests: string; work: string; print: (text: string) => void },
): SuiteRun {
  const base = mkdtempSync(join(tmpdir(), 'rookies-grade-'))
  const [copy, folder, file] = ['suite', 'folder', 'report'].map((name) => join(base, name))
  const script = (name: string, ...args: string[]) => {
    const options: SpawnSyncOptions & { encoding: 'utf8' } = {
      encoding: 'utf8',
      env: { ...process.env, ...settingsOf(suite) },
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    }
    const run = spawnSync('bash', [join(TEMPLATE, 'scripts', name), ...args], options)
    if (run.error) throw new PlainError('The scripts of the template need bash and its programs.')
    print(`${run.stdout}${run.stderr}`)
    if (run.status !== 0) {
      throw new PlainError(`${name} of the template failed, so there are no results.`)
    }
  }
  try {
    copySuite(tests, copy as string, suite.paths)
    script('install.sh', copy as string)
    script('take-paths.sh', copy as string, work, folder as string)
    script('run-suite.sh', folder as string, file as string)
    const report = existsSync(file as string) ? readFileSync(file as string, 'utf8') : ''
    const format = formatOf(suite)
    return { format, report, results: readReport(format, report) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
      throw new PlainError(error.message)
    }
    throw error
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/** Returns a line for each test, those that failed with the beginning of their message. */
export function resultLines(results: readonly TestResult[]): string[] {
  return results.flatMap(({ name, ok, skipped, message }) => [
    `${skipped ? 'skipped' : ok ? 'ok     ' : 'FAILED '} ${name}`,
    ...(message
      ? message
          .split('\n')
          .slice(0, 8)
          .map((line) => `          ${line}`)
      : []),
  ])
}
