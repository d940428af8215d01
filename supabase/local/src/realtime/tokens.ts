import { errors } from 'jose'
import { verifyToken } from '../auth/access-tokens'

/** The person whose rights decide what a channel sends. */
export type Person = {
  /** The database role of the person. */
  role: string
  /** The claims of the token as JSON, for `request.jwt.claims`. */
  claims: string
  /** The person's id; undefined for a token of a role alone. */
  id: string | undefined
  /** Seconds since 1970. */
  expiresAt: number
}

/** A token without rights, with the message of hosted Realtime. */
export class RefusedToken extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** The roles that PostgREST accepts for a request. */
const roles = new Set(['anon', 'authenticated', 'service_role'])

/** The message with which a channel closes when its token expires. */
export const expiredNow = 'Token has expired 0 seconds ago'

/** @returns a function that reads a token, and throws RefusedToken for an expired, forged or unsuitable one */
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
    const claims = JSON.stringify({ ...rest, role, exp })
    return { role, claims, id: rest.sub, expiresAt: exp }
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
