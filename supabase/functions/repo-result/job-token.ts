import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { sha256Hex } from '../_shared/sha256-hex.ts'
import { Refused } from './refused.ts'

/** The facts that a token states about the job that requested the token (rules/repositories#believe). */
export interface Job {
  /** `owner/name`. */
  repository: string
  repository_id: string
  /** The commit, 40 hexadecimal digits. */
  sha: string
  /** `refs/heads/…` or `refs/tags/…`. */
  ref: string
  /** The workflow of the school, as `owner/repo/.github/workflows/name.yml@ref`. */
  grader_ref: string
  /** The commit of the school's workflow. */
  grader_sha: string
  run_id: string
  run_attempt: string
  /** The unique id of the token. */
  jti: string
}

/** The error for an invalid token. Its message is written for the log of the job. */
export class BadToken extends Error {}

export interface Trust {
  /** The addresses of `repo-result`. The audience of a token has to contain one of them. */
  addresses: readonly string[]
  /** The trusted issuers, each with the function that finds the public key of a token. */
  issuers: ReadonlyMap<string, JWTVerifyGetKey>
}

/** Seconds by which the clock of an issuer may differ from the clock of this machine. */
const SLACK_SEC = 60
/** The maximum age of a token in seconds. Tokens of GitHub expire earlier. */
const MAX_AGE_SEC = 3_600

const COMMIT = /^[0-9a-f]{40}$/
const NUMBER = /^\d{1,20}$/
const REPOSITORY = /^[\w.-]{1,100}\/[\w.-]{1,100}$/
const REF = /^refs\/(heads|tags)\/[^\p{Cc}]{1,255}$/u
const WORKFLOW =
  /^[\w.-]{1,100}\/[\w.-]{1,100}\/\.github\/workflows\/[\w.-]{1,100}\.ya?ml@[^\p{Cc}]{1,255}$/u
const TOKEN_ID = /^[\w.:-]{1,200}$/

/**
 * Checks the token of a job, and returns the job. The signature, the issuer, and the times have to be valid, and the
 * audience has to contain the SHA-256 of this body. Only a push or a manual run on a machine of GitHub counts.
 *
 * @param authorization the header `Authorization`
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
  const read = (claim: string, form: RegExp): string => {
    const value = claims[claim]
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && form.test(text)) return text
    throw new BadToken(`The token does not say which ${claim} it is about.`)
  }
  const job: Job = {
    jti: read('jti', TOKEN_ID),
    repository: read('repository', REPOSITORY),
    repository_id: read('repository_id', NUMBER),
    sha: read('sha', COMMIT),
    ref: read('ref', REF),
    grader_ref: read('job_workflow_ref', WORKFLOW),
    grader_sha: read('job_workflow_sha', COMMIT),
    run_id: read('run_id', NUMBER),
    run_attempt: read('run_attempt', NUMBER),
  }
  if (claims.runner_environment !== 'github-hosted') {
    const message = 'The tests ran on a machine of your own. Only those that GitHub hosts count.'
    throw new Refused('SELF_HOSTED', message)
  }
  const event = String(claims.event_name)
  if (event !== 'push' && event !== 'workflow_dispatch')
    throw new Refused('EVENT', eventSentence(event))
  return job
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
      maxTokenAge: MAX_AGE_SEC,
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

function eventSentence(event: string): string {
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
