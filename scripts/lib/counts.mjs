import { existsSync, readFileSync } from 'node:fs'

/** Reads a report that Vitest or Playwright wrote as JSON; gives { passed, failed }, or null without one. */
export function readCounts(file) {
  if (!existsSync(file)) return null
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if ('numTotalTests' in report) {
    // A file that cannot even be loaded has no failed test, only a failed suite.
    const broken = report.numFailedTests === 0 ? (report.numFailedTestSuites ?? 0) : 0
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken }
  }
  if (report.stats) {
    const { expected, unexpected } = report.stats
    return { passed: expected, failed: unexpected + (report.errors?.length ?? 0) }
  }
  return null
}
