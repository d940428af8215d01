import { Secret, TOTP } from 'otpauth'

// As every authenticator app has it.
const standard = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Steps before and after the present one that still count: clocks differ, and people type slowly. */
const tolerance = 1

/** 160 random bits in base32, as apps take them. */
export const newSecret = () => new Secret({ size: 20 }).base32

/** The address behind the QR code. */
export const otpauthUri = (issuer: string, account: string, secret: string) =>
  new TOTP({ ...standard, issuer, label: account, secret }).toString()

/** @param now milliseconds since 1970. */
export const stepAt = (now: number) => TOTP.counter({ period: standard.period, timestamp: now })

/** The code of one step. */
export const codeFor = (secret: string, step: number) =>
  new TOTP({ ...standard, secret }).generate({ timestamp: step * standard.period * 1000 })

/**
 * The step that a code belongs to, null when it fits none around `now`.
 * @param after the step of the last code that was taken: it and earlier ones are used up.
 */
export function matchingStep(
  secret: string,
  code: string,
  now: number,
  after: number | null,
): number | null {
  const token = code.trim()
  // The library throws for six characters that are more than six bytes.
  if (!/^\d{6}$/.test(token)) return null
  const totp = new TOTP({ ...standard, secret })
  const distance = totp.validate({ token, timestamp: now, window: tolerance })
  if (distance === null) return null
  const step = stepAt(now) + distance
  return after === null || step > after ? step : null
}
