import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose'
import type { Job } from '../../../functions/repo-result/job-token.ts'

/** A host that signs tokens as GitHub Actions does. Only the embedded backend trusts it. */
export interface Issuer {
  /** The claim `iss`. */
  name: string
  /** Finds the key of a token. */
  keys: JWTVerifyGetKey
  /** Returns the published keys. */
  published(): Promise<object>
  /** Returns the token of a job for a body, signed with another key if it is forged. */
  sign(job: Job, body: string, isForged?: boolean): Promise<string>
}

const KEY_ID = 'ci'

/**
 * @param siteUrl origin of the product
 */
export function createIssuer(siteUrl: string): Issuer {
  const name = `${siteUrl}/_ci`
  /** Making a pair takes a moment, so that it waits for the first use. */
  const makePair = () => generateKeyPair('RS256', { extractable: true })
  let made: ReturnType<typeof makePair> | undefined
  const pair = () => {
    made ??= makePair()
    return made
  }
  return {
    name,
    keys: async () => (await pair()).publicKey,
    async published() {
      const key = await exportJWK((await pair()).publicKey)
      return { keys: [{ ...key, kid: KEY_ID, alg: 'RS256', use: 'sig' }] }
    },
    async sign({ grader_ref, grader_sha, jti, ...job }, body, isForged = false) {
      const { privateKey } = await (isForged ? makePair() : pair())
      const hash = createHash('sha256').update(body).digest('hex')
      return new SignJWT({
        ...job,
        job_workflow_ref: grader_ref,
        job_workflow_sha: grader_sha,
        event_name: 'push',
        runner_environment: 'github-hosted',
      })
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })
        .setIssuer(name)
        .setAudience(`${siteUrl}/functions/v1/repo-result#${hash}`)
        .setSubject(`repo:${job.repository}:ref:${job.ref}`)
        .setIssuedAt()
        .setNotBefore('0 seconds')
        .setExpirationTime('5 minutes')
        .setJti(jti)
        .sign(privateKey)
    },
  }
}
