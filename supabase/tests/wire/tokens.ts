import { type JWTPayload, SignJWT } from 'jose'
import type { Person } from '../database'
import { project } from './project'

/** The differences between a token and Auth's. */
export interface TokenChange {
  /** Claims to add or replace; undefined removes one. */
  claims?: JWTPayload
  secret?: string
  /** Seconds from now. */
  expiresIn?: number
}

/** Returns an access token like Auth's for that person, with these changes. */
export function tokenFor(
  person: Person,
  { claims, secret = project.jwtSecret, expiresIn = 3600 }: TokenChange = {},
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
