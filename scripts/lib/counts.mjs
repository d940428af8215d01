import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Reads a JSON report of Vitest or Playwright. Returns { passed, failed }, or null if there is no report. */
export function readCounts(file) {
  const report = read(file)
  if (!report) return null
  if ('numTotalTests' in report) {
    // A file that cannot be loaded counts as a failed suite without failed tests.
    const broken = report.numFailedTests === 0 ? (report.numFailedTestSuites ?? 0) : 0
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken }
  }
  if (report.stats) {
    const { expected, unexpected } = report.stats
    return { passed: expected, failed: unexpected + (report.errors?.length ?? 0) }
  }
  return null
}

/** Returns the failed tests of such a report with file, title, and message; an empty list without a report. */
export function readFailures(file) {
  const report = read(file)
  const vitest = (report?.testResults ?? []).flatMap(({ name, assertionResults, message }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [{ file: name, title: '', message }]
    return failed.map(({ fullName, failureMessages }) => ({
      ...{ file: name, title: fullName, message: failureMessages.join('\n') },
    }))
  })
  const playwright = (report?.suites ?? []).flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => ({
        ...{
          file,
          title,
          message: (results.at(-1)?.errors ?? [])
            .map((it) => it.message)
            .concat(pageOf(results.at(-1)))
            .join('\n'),
        },
      })),
  )
  return [...vitest, ...playwright].map((failure) => ({
    ...failure,
    message: stripVTControlCharacters(failure.message),
  }))
}

/** Returns the first lines of the page on which a journey failed. */
function pageOf(result) {
  const context = result?.attachments.find(({ name }) => name === 'error-context')
  const page =
    context?.path && /```yaml\n([\s\S]*?)\n```/.exec(readFileSync(context.path, 'utf8'))?.[1]
  return page ? ['The page:', ...page.split('\n').slice(0, 80)] : []
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)
