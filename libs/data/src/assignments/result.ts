import type { Enums } from '../database.gen'
import {
  type Answer,
  among,
  boolean,
  flag,
  listOf,
  number,
  optional,
  orNull,
  shape,
  string,
} from '../json'

/** The effect of test results on work (rules/repositories#effects). */
export type TestsDo = Enums<'tests_do'>

const parseTest = shape({
  name: string,
  /** False for a test that failed, and for an expected test that was skipped. */
  ok: boolean,
  skipped: flag,
  message: optional(string),
  /** How long the test took, in milliseconds. */
  ms: optional(number),
})
export const parseResult = shape({
  id: string,
  verdict: among(['PASS', 'FAIL']),
  sha: string,
  /** The page of the commit at its host. */
  commit_url: string,
  suite: string,
  /** How many tests the report had, and how many of them failed. */
  tests: number,
  failed: number,
  /** The expected tests that the report does not have. */
  missing: listOf(string),
  /** At most 500 tests, those that failed first. Empty for old commits that were not handed in. */
  results: listOf(parseTest),
  received_at: string,
  /** When the host received the commit; null if that is unknown. */
  pushed_at: orNull(string),
  /** The page of the run at the host. */
  run_url: string,
})
/** The result of the tests of a commit (rules/repositories#results). Moments are ISO dates. */
export type RepositoryResult = Answer<typeof parseResult>

export const parseRepository = shape({
  /** The login of the owner at the host. */
  owner: string,
  name: string,
  url: string,
  /** Null until the first result of the repository has arrived. */
  connected_at: orNull(string),
  default_branch: orNull(string),
})
/** The repository of a person for an assignment (rules/repositories#connect). */
export type Repository = Answer<typeof parseRepository>

/** Returns the verdict in words: `2 of 12 tests fail`. A missing test counts as failed (rules/repositories#results). */
export function verdictText({
  verdict,
  tests,
  failed,
  missing,
}: Pick<RepositoryResult, 'verdict' | 'tests' | 'failed' | 'missing'>): string {
  const [all, bad] = [tests + missing.length, failed + missing.length]
  if (all === 1) return verdict === 'PASS' ? 'The only test passes' : 'The only test fails'
  if (verdict === 'PASS') return `All ${all} tests pass`
  return `${bad} of ${all} tests ${bad === 1 ? 'fails' : 'fail'}`
}

/** Returns the first digits of a commit's hash, which pages show instead of the whole hash. */
export const shortSha = (sha: string): string => sha.slice(0, 10)

// `src/a.js:3` as most languages write it, and `"src/a.py", line 3` as Python does.
const PLACES = /([\w@.+/\\-]+):(\d{1,6})\b|"([^"\n]+)", line (\d{1,6})\b/g

/**
 * Returns a link to the first line in a message that belongs to the learner's own files, at the commit of the result;
 * null if there is none. The learner's files are in `paths` of the assignment. In the message, the folder in which the
 * tests ran may come before the path.
 */
export function lineIn(
  message: string,
  { commit_url }: Pick<RepositoryResult, 'commit_url'>,
  paths: readonly string[],
): { text: string; url: string } | null {
  for (const [, path = '', line = '', quoted = '', quotedLine = ''] of message.matchAll(PLACES)) {
    const found = pathWithin(path || quoted, paths)
    if (found === null) continue
    const number = Number(line || quotedLine)
    const file = `${commit_url.replace('/commit/', '/blob/')}/${found.split('/').map(encodeURIComponent).join('/')}`
    return { text: `${found}, line ${number}`, url: `${file}#L${number}` }
  }
  return null
}

/** Returns the end of a path that is in one of `paths`; null if there is none. */
function pathWithin(written: string, paths: readonly string[]): string | null {
  const pieces = written.split(/[/\\]/)
  for (let start = pieces.length - 1; start >= 0; start--) {
    const rest = pieces.slice(start).join('/')
    if (paths.some((path) => rest === path || rest.startsWith(`${path}/`))) return rest
  }
  return null
}
