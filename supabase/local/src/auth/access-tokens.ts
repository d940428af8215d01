import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { forbidden } from './errors'
import { isUuid } from './uuid'

/** How and when (in seconds since 1970) a person signed in. */
export interface AuthenticationMethod {
  method: string
  timestamp: number
}

/** The claims of an access token, without its dates and issuer. */
interface Claims {
  sub: string
  aud: string
  role: string
  email: string
  phone: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  aal: string
  amr: AuthenticationMethod[]
  session_id: string
  is_anonymous: boolean
}

export interface AccessTokens {
  /** Signs a token. `expiresAt` is in seconds since 1970. */
  sign(claims: Claims): Promise<{ token: string; expiresAt: number }>
  /** @throws ApiError bad_jwt (403) */
  read(token: string): Promise<{ sub: string; sessionId: string | null }>
  /** Returns the database role of a token or of a key, which has no person. @throws ApiError bad_jwt (403) */
  role(token: string): Promise<string | null>
}

/**
 * Checks the signature and the dates of a token.
 * @param key the secret that signs tokens
 * @throws errors.JWTExpired, or another error of jose for an invalid token
 */
export async function verifyToken(token: string, key: Uint8Array): Promise<JWTPayload> {
  return (await jwtVerify(token, key, { algorithms: ['HS256'] })).payload
}

/**
 * Access tokens: JWTs signed with HS256, which PostgREST checks with the same secret.
 * @param lifetime seconds
 */
export function createAccessTokens(secret: string, issuer: string, lifetime: number): AccessTokens {
  const key = new TextEncoder().encode(secret)

  async function payloadOf(token: string): Promise<Record<string, unknown>> {
    try {
      return await verifyToken(token, key)
    } catch (error) {
      const reason = error instanceof errors.JWTExpired ? 'token is expired' : 'token is malformed'
      throw badJwt(`invalid JWT: unable to parse or verify signature, ${reason}`)
    }
  }

  return {
    async sign({ sub, aud, ...rest }) {
      const now = Math.floor(Date.now() / 1000)
      const expiresAt = now + lifetime
      const token = await new SignJWT(rest)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(sub)
        .setAudience(aud)
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expiresAt }
    },

    async read(token) {
      const { sub, session_id: sessionId } = await payloadOf(token)
      if (typeof sub !== 'string' || sub === '') throw badJwt('invalid claim: missing sub claim')
      if (!isUuid(sub)) throw badJwt('invalid claim: sub claim must be a UUID')
      if (sessionId === undefined || sessionId === '') return { sub, sessionId: null }
      if (typeof sessionId !== 'string' || !isUuid(sessionId)) {
        throw badJwt('invalid claim: session_id claim must be a UUID')
      }
      return { sub, sessionId }
    },

    async role(token) {
      const { role } = await payloadOf(token)
      return typeof role === 'string' ? role : null
    },
  }
}

const badJwt = (message: string) => forbidden('bad_jwt', message)
