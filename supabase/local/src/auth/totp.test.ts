import { expect, test } from 'vitest'
import { codeFor, matchingStep, newSecret, otpauthUri, stepAt } from './totp'

/** The key of RFC 6238, appendix B ("12345678901234567890"), in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('codes equal the examples of RFC 6238, shortened to six digits', () => {
  const codes = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000].map((seconds) =>
    codeFor(secret, stepAt(seconds * 1000)),
  )
  expect(codes).toEqual(['287082', '081804', '050471', '005924', '279037', '353130'])
})

test('a code is valid half a minute before and after its own, and only once', () => {
  const now = 1111111109_000
  const step = stepAt(now)
  for (const distance of [-1, 0, 1]) {
    const code = codeFor(secret, step + distance)
    expect(matchingStep(secret, ` ${code} `, now, null)).toBe(step + distance)
    expect(matchingStep(secret, code, now, step + distance)).toBeNull()
  }
  for (const distance of [-2, 2]) {
    expect(matchingStep(secret, codeFor(secret, step + distance), now, null)).toBeNull()
  }
  for (const nonsense of ['', '08180', '0818040', 'abcdef', '０８１８０４']) {
    expect(matchingStep(secret, nonsense, now, null)).toBeNull()
  }
})

test('secrets have 160 bits that an app can read', () => {
  const made = new Set(Array.from({ length: 50 }, newSecret))
  expect(made.size).toBe(50)
  for (const one of made) {
    expect(one).toMatch(/^[A-Z2-7]{32}$/)
    expect(codeFor(one, 1)).toMatch(/^\d{6}$/)
  }
  expect(otpauthUri('Rookies & Co', 'ada@example.test', secret)).toBe(
    `otpauth://totp/Rookies%20%26%20Co:ada%40example.test?issuer=Rookies%20%26%20Co&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
})
