import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { escapeHtml } from '../../../functions/_shared/mail-layout.ts'
import type { Job } from '../../../functions/repo-result/job-token.ts'
import type { Repository } from './repositories'

/** The buttons under "Run": the label of each by its value. */
export const RUNS = {
  pass: 'Pass',
  fail: 'Fail',
  nothing: 'Nothing',
  forged: 'Forged token',
  old: 'Old commit',
} as const
export type Run = keyof typeof RUNS

export const isRun = (text: string): text is Run => Object.hasOwn(RUNS, text)

/** The names of tests in a report if the assignment lists no tests. */
const SAMPLES = ['adds two numbers', 'keeps the order', 'refuses an empty list']

/** Returns the JUnit report that a button sends. With "Fail", the first test fails. */
export function reportOf(run: Run, expected: readonly string[]): string {
  const names = run === 'nothing' ? [] : expected.length > 0 ? expected : SAMPLES
  const cases = names.map((name, i) => {
    const failure = '<failure message="expected 4, received 5">at the first line</failure>'
    const inside = run === 'fail' && i === 0 ? failure : ''
    return `<testcase name="${escapeHtml(name)}" time="0.0${1 + (i % 9)}">${inside}</testcase>`
  })
  return `<testsuites>${cases.join('')}</testsuites>`
}

const branchOf = ({ default_branch }: Repository) => default_branch ?? 'main'

/** Returns a job of GitHub that tests a repository. @param sha the tested commit; an invented one otherwise */
export function jobOf(repository: Repository, sha = randomBytes(20).toString('hex')): Job {
  const { owner, name, grader, grader_sha } = repository
  const [path = '', ref = ''] = (grader ?? '').split('@')
  const full = `${owner}/${name}`
  return {
    repository: full,
    repository_id: repository.repository_id ?? idOf(full),
    sha,
    ref: `refs/heads/${branchOf(repository)}`,
    grader_ref: `${path}@${/^[0-9a-f]{40}$/.test(ref) ? ref : `refs/heads/${ref}`}`,
    grader_sha: grader_sha ?? createHash('sha1').update(path).digest('hex'),
    run_id: String(Date.now()),
    run_attempt: '1',
    jti: randomUUID(),
  }
}

/** Returns the body that a job sends to repo-result. */
export const bodyOf = (
  repository: Repository,
  { format, report }: { format: string; report: string },
): string =>
  JSON.stringify({
    v: 1,
    suite: repository.suite,
    line: repository.line,
    default_branch: branchOf(repository),
    pushed_at: new Date().toISOString(),
    format,
    report,
  })

/** Returns the id of a repository at the invented host. The same name always gets the same id. */
const idOf = (full: string) =>
  String(createHash('sha256').update(full.toLowerCase()).digest().readUIntBE(0, 5))
