import { createHash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { invalidToken } from './errors'

/** What a signed address is good for. */
type Purpose = 'download' | 'upload'

export interface Signatures {
  /** @param url bucket and name, @param seconds that the address is good for */
  sign(purpose: Purpose, url: string, seconds: number, owner?: string): Promise<string>
  /**
   * @returns whose right it carries
   * @throws StorageError InvalidJWT when the token is not for this, or its time is over
   */
  check(purpose: Purpose, url: string, token: string): Promise<{ owner: string | undefined }>
}

/** Signed addresses. Their key is derived, so that none of their tokens passes for an access token. */
export function createSignatures(jwtSecret: string): Signatures {
  const key = createHash('sha256').update(`storage ${jwtSecret}`).digest()
  return {
    async sign(purpose, url, seconds, owner) {
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ purpose, url, ...(owner !== undefined && { owner }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key)
    },
    async check(purpose, url, token) {
      let payload: Record<string, unknown>
      try {
        payload = (await jwtVerify(token, key, { algorithms: ['HS256'] })).payload
      } catch (error) {
        throw invalidToken(error instanceof errors.JWTExpired ? 'jwt expired' : 'jwt malformed')
      }
      if (payload.purpose !== purpose || payload.url !== url)
        throw invalidToken('Invalid signature')
      return { owner: typeof payload.owner === 'string' ? payload.owner : undefined }
    },
  }
}
