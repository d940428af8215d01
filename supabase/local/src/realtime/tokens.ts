import { errors } from 'jose'
import { verifyToken } from '../auth/access-tokens'

/** Whose eyes a channel looks through. */
export type Person = {
  /** The database role to put on. */
  role: string
  /** What the token claims, as JSON, for `request.jwt.claims`. */
  claims: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** A token that gives no rights, in the words of hosted Realtime. */
export class RefusedToken extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** The roles that PostgREST would put on for a request. */
const roles = new Set(['anon', 'authenticated', 'service_role'])

/** What a channel is closed with when its token runs out. */
export const expiredNow = 'Token has expired 0 seconds ago'

/** @returns what reads a token; it throws RefusedToken for one that is expired, forged or unfit */
export function createTokenReader(jwtSecret: string): (token: string) => Promise<Person> {
  const key = new TextEncoder().encode(jwtSecret)
  return async (token) => {
    const { role, exp, ...rest } = await verifyToken(token, key).catch((error: unknown) => {
      throw refusal(error)
    })
    if (typeof role !== 'string' || exp === undefined || !Number.isInteger(exp)) {
      throw new RefusedToken('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT')
    }
    if (!roles.has(role)) {
      throw new RefusedToken('Unauthorized', `The role ${JSON.stringify(role)} may not subscribe`)
    }
    return { role, claims: JSON.stringify({ ...rest, role, exp }), expiresAt: exp }
  }
}

function refusal(error: unknown): RefusedToken {
  if (error instanceof errors.JWTExpired) {
    const late = Math.floor(Date.now() / 1000) - Number(error.payload.exp ?? 0)
    return new RefusedToken('InvalidJWTToken', `Token has expired ${late} seconds ago`)
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new RefusedToken('JwtSignatureError', 'Failed to validate JWT signature')
  }
  return new RefusedToken('MalformedJWT', 'The token provided is not a valid JWT')
}
