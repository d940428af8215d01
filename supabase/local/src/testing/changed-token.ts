import { decodeJwt, type JWTPayload, SignJWT } from 'jose'
import { localJwtSecret } from '../gateway/local-keys'

/** A person's access token as it is a minute after it has run out. */
export const expiredToken = (token: string): Promise<string> =>
  signed({ ...decodeJwt(token), exp: Math.floor(Date.now() / 1000) - 60 }, localJwtSecret)

/** The same token, signed by somebody else. */
export const forgedToken = (token: string): Promise<string> =>
  signed(decodeJwt(token), 'another secret, of at least 32 characters')

function signed(payload: JWTPayload, secret: string): Promise<string> {
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}
