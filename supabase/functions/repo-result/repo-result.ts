import type { JWTVerifyGetKey } from 'jose'
import { type Answer, failure, fieldOf } from '../_shared/answer.ts'
import { askAsService, type ServiceOptions } from '../_shared/as-service.ts'
import { readJson } from '../_shared/read-body.ts'
import { clean } from './clean-text.ts'
import { KeysUnreachable } from './issuer-keys.ts'
import { BadToken, readToken } from './job-token.ts'
import { type ReportFormat, readReport } from './read-report.ts'
import { Refused } from './refused.ts'
import { acceptedSays, refusedSays } from './sentences.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

/** The largest body in bytes. */
export const LARGEST_BODY = 1_000_000

export interface ReportedRun {
  /** The unchanged bytes of the body. */
  payload: Uint8Array<ArrayBuffer>
  /** The header `Authorization`, with the token of the job. */
  authorization: string
}

export interface RepoResultOptions extends ServiceOptions {
  /** The origins at which `/functions/v1/repo-result` is this function. */
  origins: readonly string[]
  /** The trusted issuers of tokens, each with the function that finds the public key of a token. */
  issuers: ReadonlyMap<string, JWTVerifyGetKey>
}

/**
 * Accepts the results of tests that ran in a job of GitHub Actions (rules/repositories#believe). The function trusts only
 * a token that GitHub signed and whose audience contains the SHA-256 of this body. The database decides which effects the
 * result has.
 *
 * Answers 200 with the result of `settle_repository_result()`; 401 TOKEN; 403 with a code of that database function, or
 * SELF_HOSTED, EVENT, BAD_BODY, UNREADABLE, TOO_MANY_TESTS, NO_RESULTS; 413 TOO_LARGE; 502 KEYS_UNREACHABLE or API_FAILED,
 * after which the job may send the result again. Each answer has a `message` for the log of the job, which names no person.
 */
export async function repoResult(run: ReportedRun, options: RepoResultOptions): Promise<Answer> {
  if (run.payload.length > LARGEST_BODY) return TOO_LARGE
  const { issuers } = options
  const addresses = options.origins.map((origin) => `${origin}/functions/v1/repo-result`)
  try {
    const job = await readToken(run.authorization, run.payload, { addresses, issuers })
    const { format, report, ...sent } = readBody(run.payload)
    const results = readReport(format, report)
    const said = await askAsService(options, 'settle_repository_result', {
      report: { host: 'github.com', ...job, ...sent, results },
    })
    const refused = fieldOf(said, 'refused')
    if (typeof refused === 'string') return failure(403, refused, refusedSays(refused))
    if (fieldOf(said, 'accepted') !== true) throw new Error('the database gave no answer')
    return { status: 200, body: { ...Object(said), message: acceptedSays(said) } }
  } catch (error) {
    if (error instanceof BadToken) return failure(401, 'TOKEN', error.message)
    if (error instanceof Refused) return failure(403, error.code, error.message)
    options.log(`repo-result: ${error instanceof Error ? error.message : error}`)
    if (error instanceof KeysUnreachable) {
      const message =
        'The keys of the host cannot be read at present. Run the workflow again later.'
      return failure(502, 'KEYS_UNREACHABLE', message)
    }
    const message = 'The result could not be recorded. Run the workflow again later.'
    return failure(502, 'API_FAILED', message)
  }
}

export const TOO_LARGE = failure(413, 'TOO_LARGE', 'A result may have 1 MB at most.')

/** The body of a report. The job `report` of a workflow makes it (templates/grading/scripts/report.sh). */
interface SentReport {
  suite: string
  line: string | null
  default_branch: string
  pushed_at: string | null
  format: ReportFormat
  report: string
}

/** Reads the body after its token was checked. @throws Refused with BAD_BODY */
function readBody(payload: Uint8Array<ArrayBuffer>): SentReport {
  const json = readJson(payload)
  const [suite, format] = [fieldOf(json, 'suite'), fieldOf(json, 'format')]
  const [line, branch] = [fieldOf(json, 'line'), fieldOf(json, 'default_branch')]
  const [pushed, report] = [fieldOf(json, 'pushed_at'), fieldOf(json, 'report')]
  if (
    fieldOf(json, 'v') === 1 &&
    typeof suite === 'string' &&
    /^[a-z\d]+(-[a-z\d]+)*$/.test(suite) &&
    typeof branch === 'string' &&
    typeof report === 'string' &&
    (line === null || typeof line === 'string') &&
    (format === 'junit' || format === 'tap')
  ) {
    const time = typeof pushed === 'string' ? Date.parse(pushed) : Number.NaN
    return {
      suite: suite.slice(0, 100),
      line: line === null ? null : clean(line.slice(0, 1_000)),
      default_branch: clean(branch.slice(0, 255)),
      pushed_at: Number.isNaN(time) ? null : new Date(time).toISOString(),
      format,
      report,
    }
  }
  throw new Refused('BAD_BODY', 'The body is not one that the template of graders sends.')
}
