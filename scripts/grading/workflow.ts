import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TEMPLATE } from './run-suite'
import { formatOf, type Suite, settingsOf } from './suite'

/** The minutes that the job gets in addition to the time limit of the tests, for checkouts and installations. */
const EXTRA_MINUTES = 10

const readTemplate = (path: string) => readFileSync(join(TEMPLATE, path), 'utf8')

/**
 * Returns the reusable workflow of a suite (docs/grading.md): `workflow.yml` of the template with the settings of the
 * suite. The workflow contains the text of `report.sh`, because the job `report` checks out no repository.
 *
 * @param address of `repo-result`
 */
export function workflowOf(suite: Suite, address: string): string {
  const settings = { ...settingsOf(suite), FORMAT: formatOf(suite), ADDRESS: address }
  const filled = Object.entries(settings).reduce(
    // A JSON string is also a YAML string. `replaceAll` gets a function, because it would replace "$" in a text.
    (text, [name, value]) =>
      text.replaceAll(`${name}: ""`, () => `${name}: ${JSON.stringify(value)}`),
    readTemplate('workflow.yml'),
  )
  const indented = readTemplate('scripts/report.sh').replace(/^(?=.)/gm, ' '.repeat(10))
  return filled
    .replace('name: SUITE', `name: ${suite.suite}`)
    .replace('timeout-minutes: 0', `timeout-minutes: ${suite.minutes + EXTRA_MINUTES}`)
    .replace(/ +# scripts\/report\.sh stands here\.\n/, () => indented)
}

/** Returns the workflow in the repository of a learner. It calls the workflow of the suite. */
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

/** Returns `assignment.yml`. An import of a course, or an author, copies the fields of the assignment from this file. */
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
