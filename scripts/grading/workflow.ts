import { formatOf, type Suite, settingsOf } from './suite'

/** Minutes of the job beside those of the tests: for the checkouts, and for what the suite needs. */
const AROUND = 10

/**
 * Returns the reusable workflow of a suite (docs/grading.md).
 *
 * @param template workflow.yml of the template; its empty settings are filled in
 * @param report report.sh, which the workflow contains because its job checks nothing out
 * @param address of `repo-result`
 */
export function workflowOf(
  suite: Suite,
  { template, report, address }: { template: string; report: string; address: string },
): string {
  const settings = { ...settingsOf(suite), FORMAT: formatOf(suite), ADDRESS: address }
  const filled = Object.entries(settings).reduce(
    // A text in JSON is a text in YAML. The function keeps a "$" in it as it is.
    (text, [name, value]) =>
      text.replaceAll(`${name}: ""`, () => `${name}: ${JSON.stringify(value)}`),
    template,
  )
  const indented = report.replace(/^(?=.)/gm, ' '.repeat(10))
  return filled
    .replace('name: SUITE', `name: ${suite.suite}`)
    .replace('timeout-minutes: 0', `timeout-minutes: ${suite.minutes + AROUND}`)
    .replace(/ +# scripts\/report\.sh stands here\.\n/, () => indented)
}

/** Returns the workflow in the repository of a learner, which calls that of the suite. */
export const callerOf = (grader: string) => `name: Tests
on: [push, workflow_dispatch]
permissions:
  actions: read
  contents: read
  id-token: write
jobs:
  tests:
    uses: ${grader}
`

/** Returns the file from which an import of a course, or a person, takes the fields of the assignment. */
export function assignmentOf({ suite, paths }: Suite, grader: string, expected: string[]): string {
  const list = (texts: string[]) => texts.map((text) => `\n  - ${JSON.stringify(text)}`).join('')
  return `grader: ${grader}
suite: ${suite}
paths:${list(paths)}
expected:${list(expected)}
tests: show
push_hands_in: false
`
}
