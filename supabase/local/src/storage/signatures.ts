import { createHash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { isObject } from '../auth/body'
import { type Caller, callerOf } from './database'
import { invalidSignature, invalidToken } from './errors'

export interface Signatures {
  /** @param url bucket and name, @param seconds that the address opens it */
  signDownload(url: string, seconds: number): Promise<string>
  /** @throws StorageError InvalidJWT when its time is over, InvalidSignature when the token is not for this */
  checkDownload(url: string, token: string): Promise<void>
  /**
   * @param url bucket and name
   * @param caller who may upload there, as whom an upload is asked about again
   * @param upsert whether an upload may take the place of another
   */
  signUpload(url: string, seconds: number, caller: Caller, upsert: boolean): Promise<string>
  /**
   * @returns who it was given to, and whether an upload may take the place of another
   * @throws StorageError InvalidJWT when its time is over, InvalidSignature when the token is not for this
   */
  checkUpload(url: string, token: string): Promise<{ who: Caller; upsert: boolean }>
}

/** Of a token's claims those by which the database knows the person and the session. */
const LASTING = ['sub', 'role', 'session_id', 'aal']

/** Signed addresses. Their key is derived, so that none of their tokens passes for an access token. */
export function createSignatures(jwtSecret: string): Signatures {
  const key = createHash('sha256').update(`storage ${jwtSecret}`).digest()

  function sign(payload: { purpose: 'download' | 'upload'; url: string }, seconds: number) {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key)
  }

  async function check(purpose: 'download' | 'upload', url: string, token: string) {
    let payload: Record<string, unknown>
    try {
      payload = (await jwtVerify(token, key, { algorithms: ['HS256'] })).payload
    } catch (error) {
      throw invalidToken(error instanceof Error ? error.message : 'Invalid JWT')
    }
    if (payload.purpose !== purpose || payload.url !== url) throw invalidSignature()
    return payload
  }

  return {
    signDownload: (url, seconds) => sign({ purpose: 'download', url }, seconds),
    async checkDownload(url, token) {
      await check('download', url, token)
    },
    signUpload(url, seconds, caller, upsert) {
      const claims = Object.entries(caller.claims).filter(([name]) => LASTING.includes(name))
      const payload = {
        purpose: 'upload' as const,
        url,
        claims: Object.fromEntries(claims),
        upsert,
      }
      return sign(payload, seconds)
    },
    async checkUpload(url, token) {
      const { claims, upsert } = await check('upload', url, token)
      return { who: callerOf(isObject(claims) ? claims : {}), upsert: upsert === true }
    },
  }
}
