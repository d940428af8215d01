import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { escapeHtml } from '../../../functions/_shared/mail-layout.ts'
import type { Job } from '../../../functions/repo-result/job-token.ts'
import type { Repository } from './repositories'

/** What "Run" does, by the value of its button. */
export const RUNS = {
  pass: 'Pass',
  fail: 'Fail',
  nothing: 'Nothing',
  forged: 'Forged token',
  old: 'Old commit',
} as const
export type Run = keyof typeof RUNS

export const isRun = (text: string): text is Run => Object.hasOwn(RUNS, text)

/** The tests of an assignment that lists none. */
const SAMPLES = ['adds two numbers', 'keeps the order', 'refuses an empty list']

/** Returns the report of a run. A failing run fails its first test. */
export function reportOf(run: Run, expected: readonly string[]): string {
  const names = run === 'nothing' ? [] : expected.length > 0 ? expected : SAMPLES
  const cases = names.map((name, i) => {
    const failure = '<failure message="expected 4, received 5">at the first line</failure>'
    const inside = run === 'fail' && i === 0 ? failure : ''
    return `<testcase name="${escapeHtml(name)}" time="0.0${1 + (i % 9)}">${inside}</testcase>`
  })
  return `<testsuites>${cases.join('')}</testsuites>`
}

/** Returns the job of GitHub that tests a repository at a commit; a new commit if none is given. */
export function jobOf(repository: Repository, sha = randomBytes(20).toString('hex')): Job {
  const { owner, name, default_branch, grader, grader_sha } = repository
  const [path = '', ref = ''] = (grader ?? '').split('@')
  const full = `${owner}/${name}`
  return {
    repository: full,
    repository_id: repository.repository_id ?? idOf(full),
    sha,
    ref: `refs/heads/${default_branch ?? 'main'}`,
    grader_ref: `${path}@${/^[0-9a-f]{40}$/.test(ref) ? ref : `refs/heads/${ref}`}`,
    grader_sha: grader_sha ?? createHash('sha1').update(path).digest('hex'),
    run_id: String(Date.now()),
    run_attempt: '1',
    jti: randomUUID(),
  }
}

/** Returns the text that a job sends about a report. */
export const bodyOf = (
  { suite, line, default_branch }: Repository,
  { format, report }: { format: string; report: string },
): string =>
  JSON.stringify({
    v: 1,
    suite,
    line,
    default_branch: default_branch ?? 'main',
    pushed_at: new Date().toISOString(),
    format,
    report,
  })

/** Returns the id that a repository has at the host, which is the same for the same name. */
const idOf = (full: string) =>
  String(createHash('sha256').update(full.toLowerCase()).digest().readUIntBE(0, 5))
