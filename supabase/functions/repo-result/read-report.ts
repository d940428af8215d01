import { cleanMessage, cleanName } from './clean-text.ts'
import { readJunit } from './read-junit.ts'
import { readTap } from './read-tap.ts'
import { Refused } from './refused.ts'

/** A test as a report has it. */
export interface RawResult {
  name: string
  ok: boolean
  skipped?: boolean
  message: string
  ms?: number
}

/** A test as the product keeps it (rules/repositories#results). A skipped one did not fail, and proves nothing. */
export interface TestResult {
  name: string
  ok: boolean
  skipped?: true
  message?: string
  ms?: number
}

export type ReportFormat = 'junit' | 'tap'

/** The most tests of a report. */
const MOST = 5_000
/** The most characters of all names and messages. Long names of suites can make them longer than the report. */
const LONGEST_TEXT = 2_000_000
/** The longest time of a test in milliseconds that is kept: a day. */
const LONGEST = 86_400_000

/**
 * Reads a report of tests. The templates of graders name tests by this function too, so that an assignment lists the
 * names that the product reads.
 *
 * @throws Refused with UNREADABLE, TOO_MANY_TESTS, or NO_RESULTS
 */
export function readReport(format: ReportFormat, report: string): TestResult[] {
  const results: TestResult[] = []
  let length = 0
  const add = (raw: RawResult) => {
    const result = cleaned(raw)
    length += result.name.length + (result.message?.length ?? 0)
    if (results.length >= MOST || length > LONGEST_TEXT) {
      const message = `The report has more than ${MOST} tests, or their names are too long.`
      throw new Refused('TOO_MANY_TESTS', message)
    }
    results.push(result)
  }
  try {
    if (format === 'junit') readJunit(report, add)
    else readTap(report, add)
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('UNREADABLE', `The report of the tests cannot be read as ${WORDS[format]}.`)
  }
  if (results.length > 0) return results
  throw new Refused(
    'NO_RESULTS',
    'The report has no tests, so nothing is counted. See why the tests did not run, and push again.',
  )
}

const WORDS: Record<ReportFormat, string> = { junit: 'JUnit XML', tap: 'TAP' }

function cleaned({ name, ok, skipped, message: said, ms }: RawResult): TestResult {
  const message = ok ? '' : cleanMessage(said)
  const isTime = ms !== undefined && ms >= 0 && ms <= LONGEST
  return {
    name: cleanName(name) || 'test without a name',
    ok,
    ...(skipped && { skipped }),
    ...(message !== '' && { message }),
    ...(isTime && { ms: Math.round(ms) }),
  }
}
