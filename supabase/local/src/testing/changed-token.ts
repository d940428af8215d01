import { decodeJwt, type JWTPayload, SignJWT } from 'jose'
import { localJwtSecret } from '../gateway/local-keys'

/** Returns a person's access token, changed so that it expired a minute ago. */
export const expiredToken = (token: string): Promise<string> =>
  signed({ ...decodeJwt(token), exp: Math.floor(Date.now() / 1000) - 60 }, localJwtSecret)

/** Returns the same token with the signature of another secret. */
export const forgedToken = (token: string): Promise<string> =>
  signed(decodeJwt(token), 'another secret, of at least 32 characters')

function signed(payload: JWTPayload, secret: string): Promise<string> {
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}
