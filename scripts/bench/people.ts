import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import { localJwtSecret } from '../../supabase/local/src/gateway/local-keys'

/** Returns the id that scale.sql derives from a number. */
export function idOf(kind: 'person' | 'session', n: number): string {
  const hex = createHash('md5').update(`${kind}${n}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns the access token of the n-th person of the data set. */
export function tokenOf(n: number): Promise<string> {
  return new SignJWT({ role: 'authenticated', aal: 'aal1', session_id: idOf('session', n) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(idOf('person', n))
    .setAudience('authenticated')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(localJwtSecret))
}
