import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { sha256Hex } from '../_shared/sha256-hex.ts'
import { Refused } from './refused.ts'

/** What a token says about the job that asked for it (rules/repositories#believe). */
export interface Job {
  /** `owner/name`. */
  repository: string
  repository_id: string
  /** The commit, 40 hexadecimal digits. */
  sha: string
  /** `refs/heads/…` or `refs/tags/…`. */
  ref: string
  /** The workflow that ran, as `owner/repo/.github/workflows/name.yml@ref`. */
  grader_ref: string
  /** The commit of that workflow. */
  grader_sha: string
  run_id: string
  run_attempt: string
  jti: string
}

/** A token that proves nothing. The message says why, in words for a log. */
export class BadToken extends Error {}

export interface Trust {
  /** The addresses of `repo-result`, for one of which the token has to be made. */
  addresses: readonly string[]
  /** The trusted issuers, with what finds their keys. */
  issuers: ReadonlyMap<string, JWTVerifyGetKey>
}

/** Seconds by which the clock of an issuer may differ. */
const SLACK_SEC = 60
/** The longest time in seconds from the issue of a token to its use. GitHub's expire earlier. */
const OLDEST_SEC = 3_600

const COMMIT = /^[0-9a-f]{40}$/
const NUMBER = /^\d{1,20}$/
const FORMS: [claim: string, form: RegExp][] = [
  ['jti', /^[\w.:-]{1,200}$/],
  ['repository', /^[\w.-]{1,100}\/[\w.-]{1,100}$/],
  ['repository_id', NUMBER],
  ['sha', COMMIT],
  ['ref', /^refs\/(heads|tags)\/[^\p{Cc}]{1,255}$/u],
  [
    'job_workflow_ref',
    /^[\w.-]{1,100}\/[\w.-]{1,100}\/\.github\/workflows\/[\w.-]{1,100}\.ya?ml@[^\p{Cc}]{1,255}$/u,
  ],
  ['job_workflow_sha', COMMIT],
  ['run_id', NUMBER],
  ['run_attempt', NUMBER],
]

/**
 * Reads the token of a job: its signature, its issuer, its times, and that it was made for this very body. Then its
 * claims decide whether such a job counts at all.
 *
 * @param payload the bytes of the body
 * @throws BadToken; KeysUnreachable; Refused with SELF_HOSTED or EVENT
 */
export async function readToken(
  authorization: string,
  payload: Uint8Array<ArrayBuffer>,
  { addresses, issuers }: Trust,
): Promise<Job> {
  const [, token] = /^Bearer ([\w.-]{1,20000})$/i.exec(authorization) ?? []
  if (token === undefined) throw new BadToken('The request carries no token of a job.')
  const issuer = issuerOf(token)
  const keys = issuers.get(issuer)
  if (!keys) throw new BadToken('The token is of no issuer that this product trusts.')
  const hash = await sha256Hex(payload)
  const claims = await verified(token, keys, {
    issuer,
    audience: addresses.map((address) => `${address}#${hash}`),
  })
  const values = new Map<string, string>()
  for (const [claim, form] of FORMS) {
    const value = claims[claim]
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string' || !form.test(text)) {
      throw new BadToken(`The token does not say which ${claim} it is about.`)
    }
    values.set(claim, text)
  }
  if (claims.runner_environment !== 'github-hosted') {
    const message = 'The tests ran on a machine of your own. Only those that GitHub hosts count.'
    throw new Refused('SELF_HOSTED', message)
  }
  const event = String(claims.event_name)
  if (event !== 'push' && event !== 'workflow_dispatch')
    throw new Refused('EVENT', eventSays(event))
  const of = (claim: string) => values.get(claim) ?? ''
  return {
    repository: of('repository'),
    repository_id: of('repository_id'),
    sha: of('sha'),
    ref: of('ref'),
    grader_ref: of('job_workflow_ref'),
    grader_sha: of('job_workflow_sha'),
    run_id: of('run_id'),
    run_attempt: of('run_attempt'),
    jti: of('jti'),
  }
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  wanted: { issuer: string; audience: string[] },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...wanted,
      algorithms: ['RS256'],
      clockTolerance: SLACK_SEC,
      maxTokenAge: OLDEST_SEC,
      requiredClaims: ['aud', 'exp', 'nbf', 'iat', 'jti'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new BadToken(reason(error))
    throw error
  }
}

function reason(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired. Run the workflow again.'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return 'The token was made for another address or another body.'
    if (error.claim === 'nbf' || error.claim === 'iat') return 'The token is not valid yet.'
    return `The token has a wrong ${error.claim}.`
  }
  return 'The token is not signed with a key of its issuer.'
}

function eventSays(event: string): string {
  if (/^pull_request/.test(event)) {
    return 'A pull request has no say. Push to the default branch of your own repository.'
  }
  return 'Only a push, or a run that was started by hand, counts.'
}

function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    throw new BadToken('This is no token.')
  }
}
