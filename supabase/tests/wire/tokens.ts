import { type JWTPayload, SignJWT } from 'jose'
import { localJwtSecret } from '../../local/src/gateway/local-keys'
import type { Person } from '../database'

/** What a token says that is not what the auth service would say. */
export interface TokenChange {
  /** Claims to add or replace; undefined takes one away. */
  claims?: JWTPayload
  secret?: string
  /** Seconds from now. */
  expiresIn?: number
}

/** An access token as the auth service signs it for that person, but for the change. */
export function tokenFor(
  person: Person,
  { claims, secret = localJwtSecret, expiresIn = 3600 }: TokenChange = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const payload: JWTPayload = {
    sub: person.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: person.email,
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: now }],
    iat: now,
    exp: now + expiresIn,
    ...person.claims,
    ...claims,
  }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}
