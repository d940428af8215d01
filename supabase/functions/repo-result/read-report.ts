import { cleanMessage, cleanName } from './clean-text.ts'
import { readJunit } from './read-junit.ts'
import { readTap } from './read-tap.ts'
import { Refused } from './refused.ts'

/** A test as a report states it, before its texts are cleaned and cut. */
export interface RawResult {
  name: string
  ok: boolean
  skipped?: boolean
  message: string
  ms?: number
}

/** A test as the product stores it (rules/repositories#results). A skipped test has `ok: true`. */
export interface TestResult {
  name: string
  ok: boolean
  skipped?: true
  message?: string
  ms?: number
}

export type ReportFormat = 'junit' | 'tap'

/** The maximum number of tests in a report. */
const MAX_TESTS = 5_000
/**
 * The maximum length of all names and messages together. They can be longer than the report, because the name of a suite
 * is repeated in the name of each of its tests.
 */
const MAX_TEXT = 2_000_000
/** One day in milliseconds. The time of a test is left out if it is longer. */
const MAX_MS = 86_400_000

/**
 * Reads a report of tests. `npm run new-suite` also uses this function, so that an assignment lists the names of tests as
 * the product reads them.
 *
 * @throws Refused with UNREADABLE, TOO_MANY_TESTS, or NO_RESULTS
 */
export function readReport(format: ReportFormat, report: string): TestResult[] {
  const results: TestResult[] = []
  let length = 0
  const add = (raw: RawResult) => {
    const result = cleaned(raw)
    length += result.name.length + (result.message?.length ?? 0)
    if (results.length >= MAX_TESTS || length > MAX_TEXT) {
      const message = `The report has more than ${MAX_TESTS} tests, or their names are too long.`
      throw new Refused('TOO_MANY_TESTS', message)
    }
    results.push(result)
  }
  try {
    if (format === 'junit') readJunit(report, add)
    else readTap(report, add)
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(
      'UNREADABLE',
      `The report of the tests cannot be read as ${FORMAT_NAMES[format]}.`,
    )
  }
  if (results.length > 0) return results
  throw new Refused(
    'NO_RESULTS',
    'The report has no tests, so nothing is counted. See why the tests did not run, and push again.',
  )
}

const FORMAT_NAMES: Record<ReportFormat, string> = { junit: 'JUnit XML', tap: 'TAP' }

function cleaned({ name, ok, skipped, message: said, ms }: RawResult): TestResult {
  const message = ok ? '' : cleanMessage(said)
  const isTime = ms !== undefined && ms >= 0 && ms <= MAX_MS
  return {
    name: cleanName(name) || 'test without a name',
    ok,
    ...(skipped && { skipped }),
    ...(message !== '' && { message }),
    ...(isTime && { ms: Math.round(ms) }),
  }
}
