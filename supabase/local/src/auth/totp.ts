import { Secret, TOTP } from 'otpauth'

// The parameters that every authenticator app supports.
const standard = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Earlier and later steps that are accepted too, because clocks differ and people type slowly. */
const tolerance = 1

/** Returns 160 random bits in base32, the format for authenticator apps. */
export const newSecret = () => new Secret({ size: 20 }).base32

/** Returns the address in the QR code. */
export const otpauthUri = (issuer: string, account: string, secret: string) =>
  new TOTP({ ...standard, issuer, label: account, secret }).toString()

/** @param now milliseconds since 1970. */
export const stepAt = (now: number) => TOTP.counter({ period: standard.period, timestamp: now })

/** Returns the code of one step. */
export const codeFor = (secret: string, step: number) =>
  new TOTP({ ...standard, secret }).generate({ timestamp: step * standard.period * 1000 })

/**
 * Returns the step of a code; null if it fits none around `now`.
 * @param after step of the last accepted code: it and earlier ones are used up
 */
export function matchingStep(
  secret: string,
  code: string,
  now: number,
  after: number | null,
): number | null {
  const token = code.trim()
  // The library throws for six characters that have more than six bytes.
  if (!/^\d{6}$/.test(token)) return null
  const totp = new TOTP({ ...standard, secret })
  const distance = totp.validate({ token, timestamp: now, window: tolerance })
  if (distance === null) return null
  const step = stepAt(now) + distance
  return after === null || step > after ? step : null
}
