import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// RFC 6238 as every authenticator app has it: SHA-1, six digits, half a minute.
const stepSeconds = 30
const digits = 6
/** Steps before and after the present one that still count: clocks differ, and people type slowly. */
const tolerance = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits in base32, as apps take them. */
export function newSecret(): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of randomBytes(20)) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return text
}

/** The address behind the QR code. */
export function otpauthUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `algorithm=SHA1&digits=${digits}&issuer=${encodeURIComponent(issuer)}&period=${stepSeconds}&secret=${secret}`
  return `otpauth://totp/${label}?${query}`
}

/** @param now milliseconds since 1970. */
export const stepAt = (now: number) => Math.floor(now / 1000 / stepSeconds)

/** The code of one step. */
export function codeFor(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

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
  const given = Buffer.from(code.trim())
  const present = stepAt(now)
  for (let step = present - tolerance; step <= present + tolerance; step++) {
    const expected = Buffer.from(codeFor(secret, step))
    const same = given.length === expected.length && timingSafeEqual(given, expected)
    if (same && (after === null || step > after)) return step
  }
  return null
}

function fromBase32(text: string): Buffer {
  let bits = 0
  let value = 0
  const bytes: number[] = []
  for (const char of text.replace(/=+$/, '').toUpperCase()) {
    value = (value << 5) | alphabet.indexOf(char)
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 255)
    }
    value &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}
