import { exportJWK, generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose'
import { sha256Hex } from '../../../functions/_shared/sha256-hex.ts'
import type { Job } from '../../../functions/repo-result/job-token.ts'

/** An issuer that signs tokens as GitHub Actions does. Only the embedded backend trusts its tokens. */
export interface Issuer {
  /** The claim `iss`. */
  name: string
  /** Returns the public key of a token. */
  keys: JWTVerifyGetKey
  /** Returns the public keys in the format of GitHub's key set. */
  published(): Promise<object>
  /** Returns the token of a job for a body. A forged token is signed with a key that is not published. */
  sign(job: Job, body: string, isForged?: boolean): Promise<string>
}

const KEY_ID = 'ci'

/** @param siteUrl origin of the product */
export function createIssuer(siteUrl: string): Issuer {
  const name = `${siteUrl}/_ci`
  const makePair = () => generateKeyPair('RS256', { extractable: true })
  // Generating a key pair takes time, so the pair is generated at the first use and not at the start of the backend.
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
      return new SignJWT({
        ...job,
        job_workflow_ref: grader_ref,
        job_workflow_sha: grader_sha,
        event_name: 'push',
        runner_environment: 'github-hosted',
      })
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })
        .setIssuer(name)
        .setAudience(`${siteUrl}/functions/v1/repo-result#${await sha256Hex(body)}`)
        .setSubject(`repo:${job.repository}:ref:${job.ref}`)
        .setIssuedAt()
        .setNotBefore('0 seconds')
        .setExpirationTime('5 minutes')
        .setJti(jti)
        .sign(privateKey)
    },
  }
}
