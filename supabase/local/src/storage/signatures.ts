import { createHash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { isObject } from '../auth/body'
import { type Caller, callerOf } from './database'
import { invalidSignature, invalidToken } from './errors'

export interface Signatures {
  /** @param url bucket and name @param seconds the lifetime */
  signDownload(url: string, seconds: number): Promise<string>
  /** @throws StorageError InvalidJWT for a forged or expired token, InvalidSignature for the token of another address */
  checkDownload(url: string, token: string): Promise<void>
  /**
   * @param url bucket and name
   * @param caller a person who may upload there; their rights are checked again at the upload
   * @param upsert whether the upload may replace an object
   */
  signUpload(url: string, seconds: number, caller: Caller, upsert: boolean): Promise<string>
  /**
   * @returns the person who requested the address, and whether the upload may replace an object
   * @throws StorageError InvalidJWT for a forged or expired token, InvalidSignature for the token of another address
   */
  checkUpload(url: string, token: string): Promise<{ who: Caller; upsert: boolean }>
}

/** The claims by which the database identifies the person and the session. */
const IDENTIFYING_CLAIMS = ['sub', 'role', 'session_id', 'aal']

/** Signs addresses with a derived key, so that their tokens are not valid access tokens. */
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
      const claims = Object.entries(caller.claims).filter(([name]) =>
        IDENTIFYING_CLAIMS.includes(name),
      )
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
