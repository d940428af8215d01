import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { complaints, readWorkflow } from '../testing/read-workflow'
import { TEMPLATE } from './run-suite'
import { checkedSuite, readSuite, type Suite } from './suite'
import { assignmentOf, callerOf, workflowOf } from './workflow'

interface Job {
  'timeout-minutes': string
  permissions: Record<string, string>
  env?: Record<string, string>
  outputs?: Record<string, string>
  steps: {
    name: string
    uses?: string
    run?: string
    env?: Record<string, string>
    with?: Record<string, string>
  }[]
}

interface Workflow {
  on: unknown
  permissions: unknown
  jobs: { run: Job; report: Job }
}

const report = readFileSync(join(TEMPLATE, 'scripts/report.sh'), 'utf8')
const address = 'https://academy.example.org/functions/v1/repo-result'
const suites = readdirSync(join(TEMPLATE, 'suites')).map((name) =>
  checkedSuite(readSuite(join(TEMPLATE, 'suites', name))),
)
const odd: Suite = {
  ...(suites[0] as Suite),
  suite: 'odd',
  run: `a "b" 'c' $& \\d # e: {f} && $(g) | cat`,
}

/** Returns an expression in the syntax of workflows. */
const expression = (name: string) => `\${{ ${name} }}`

const workflows = [...suites, odd].map((suite) => {
  const text = workflowOf(suite, address)
  return { suite, text, workflow: readWorkflow('workflow.yml', text) as Workflow }
})

describe.each(workflows)('the workflow of $suite.suite', ({ suite, text, workflow }) => {
  const { run, report: sends } = workflow.jobs

  test('GitHub can read the workflow of the suite, and the workflow of the learner', async () => {
    expect(await complaints('workflow.yml', text)).toEqual([])
    expect(await complaints('workflow.yml', text.replace('job.workflow_sha', 'jobs!'))).not.toEqual(
      [],
    )
    const caller = callerOf('school/grading/.github/workflows/odd.yml@odd-v1')
    expect(await complaints('tests.yml', caller)).toEqual([])
  })

  test('the job that runs the code of learners can only read contents, and only the other job can request a token', () => {
    expect(workflow.on).toEqual({ workflow_call: '' })
    expect(workflow.permissions).toEqual({})
    expect(run.permissions).toEqual({ contents: 'read' })
    const rights = { actions: 'read', contents: 'read', 'id-token': 'write' }
    expect(sends.permissions).toEqual(rights)
    // A called workflow can have only permissions that its caller has, so the caller needs the same ones.
    const caller = readWorkflow('tests.yml', callerOf('school/grading/.github/workflows/a.yml@a'))
    expect(caller).toMatchObject({ permissions: rights })
    expect(text).not.toMatch(/\b(secrets|vars|inputs|cache|pull_request)\s*[.:]/)
    expect(Number(run['timeout-minutes'])).toBe(suite.minutes + 10)
    expect(Number(sends['timeout-minutes'])).toBe(5)
  })

  test('actions are pinned to commits, checkouts keep no token, and no script contains an expression', () => {
    const steps = [...run.steps, ...sends.steps]
    const uses = steps.flatMap((step) => step.uses ?? [])
    expect(uses.filter((name) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(name))).toEqual([])
    const checkouts = run.steps.filter((step) => step.uses?.includes('/checkout@'))
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(['false', 'false'])
    for (const step of steps) expect(step.run ?? '').not.toContain('${{')
    expect(JSON.stringify(Object.values(run.env ?? {}))).not.toContain('${{')
  })

  test('the tests are taken at the commit of the workflow, and nothing runs between them and the upload', () => {
    const names = run.steps.map(({ name }) => name)
    expect(names.slice(-2)).toEqual(['Run the tests', 'Keep the results'])
    expect(names.indexOf('Install what the tests need')).toBeLessThan(
      names.indexOf('Get the commit'),
    )
    expect(run.steps.find(({ name }) => name === 'Get the tests')?.with).toMatchObject({
      repository: expression('job.workflow_repository'),
      ref: expression('job.workflow_sha'),
    })
    expect(run.env).toEqual({
      SUITE: suite.suite,
      LANGUAGE: suite.language,
      PATHS: suite.paths.join('\n'),
      RUN: suite.run,
      REPORT: suite.report,
      LIMIT: String(60 * suite.minutes),
      ISOLATION: 'required',
    })
  })

  test('the job "report" checks out no repository, runs an exact copy of report.sh, and sends to one address', () => {
    const [get, send, ...more] = sends.steps
    expect(more).toEqual([])
    expect(get?.uses).toMatch(/^actions\/download-artifact@/)
    expect(get?.with).toMatchObject({ 'artifact-ids': expression('needs.run.outputs.artifact') })
    expect(send?.run).toBe(report)
    expect(send?.env).toMatchObject({
      ADDRESS: address,
      SUITE: suite.suite,
      FORMAT: suite.report === 'junit' ? 'junit' : 'tap',
      DIGEST: expression('needs.run.outputs.digest'),
    })
    expect(text).not.toMatch(/: ""$|stands here/m)
  })
})

test('assignment.yml quotes the names of tests, whatever characters they contain', () => {
  const text = assignmentOf(odd, 'school/grading/.github/workflows/odd.yml@odd-v1', ['a: "b" # c'])
  expect(text).toContain('grader: school/grading/.github/workflows/odd.yml@odd-v1\nsuite: odd\n')
  expect(text).toContain('expected:\n  - "a: \\"b\\" # c"\n')
})

test.each<[string, Partial<Suite>, RegExp]>([
  ['a name for a shell', { suite: 'a;b' }, /name of a suite/],
  ['no path', { paths: [] }, /which paths/],
  ['a path that leads out', { paths: ['src/../..'] }, /below the root/],
  ['the whole commit', { paths: ['.'] }, /below the root/],
  ['the folder of Git', { paths: ['.git/config'] }, /below the root/],
  ['an absolute path', { paths: ['/etc'] }, /below the root/],
  ['paths in one another', { paths: ['src', 'src/a.js'] }, /inside another/],
  ['an expression of GitHub', { run: expression('github.token') }, /may not contain/],
  ['two lines', { run: 'a\nb' }, /one line/],
  ['an hour', { minutes: 60 }, /1 to 30/],
])('a suite with %s is refused', (_, wrong, sentence) => {
  expect(() => checkedSuite({ ...odd, ...wrong })).toThrow(sentence)
  expect(checkedSuite(odd)).toBe(odd)
})
