import { createHash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { invalidSignature, invalidToken } from './errors'

/** What a signed address is good for. */
type Purpose = 'download' | 'upload'

export interface Signatures {
  /** @param url bucket and name, @param seconds that the address is good for */
  sign(
    purpose: Purpose,
    url: string,
    seconds: number,
    owner?: string,
    upsert?: boolean,
  ): Promise<string>
  /**
   * @returns whose right it carries, and whether an upload may take the place of another
   * @throws StorageError InvalidJWT when its time is over, InvalidSignature when the token is not for this
   */
  check(
    purpose: Purpose,
    url: string,
    token: string,
  ): Promise<{ owner: string | undefined; upsert: boolean }>
}

/** Signed addresses. Their key is derived, so that none of their tokens passes for an access token. */
export function createSignatures(jwtSecret: string): Signatures {
  const key = createHash('sha256').update(`storage ${jwtSecret}`).digest()
  return {
    async sign(purpose, url, seconds, owner, upsert) {
      const now = Math.floor(Date.now() / 1000)
      const claims = { ...(owner !== undefined && { owner }), ...(upsert && { upsert }) }
      return new SignJWT({ purpose, url, ...claims })
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
        throw invalidToken(error instanceof Error ? error.message : 'Invalid JWT')
      }
      if (payload.purpose !== purpose || payload.url !== url) throw invalidSignature()
      const owner = typeof payload.owner === 'string' ? payload.owner : undefined
      return { owner, upsert: payload.upsert === true }
    },
  }
}
