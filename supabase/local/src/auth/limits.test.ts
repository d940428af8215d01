import { expect, test } from 'vitest'
import { parseConfig } from '../config'
import { createLimits } from './limits'

const minutes = (count: number) => count * 60_000

function limits(toml = '') {
  let now = 1_000_000
  const made = createLimits(parseConfig(toml).auth, () => now)
  return {
    ...made,
    wait: (ms: number) => {
      now += ms
    },
  }
}

const code = (run: () => void) => {
  try {
    run()
    return 'fine'
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

test('requests are counted per caller and action, for five minutes', () => {
  const it = limits('[auth.rate_limit]\nsign_in_sign_ups = 2')
  const ask = (ip: string) => code(() => it.request('signInSignUps', ip))
  expect([ask('a'), ask('a'), ask('a')]).toEqual(['fine', 'fine', 'over_request_rate_limit'])
  expect(ask('b')).toBe('fine')
  expect(code(() => it.request('tokenRefresh', 'a'))).toBe('fine')
  it.wait(minutes(5))
  expect(ask('a')).toBe('fine')
})

test('mails to one address keep their distance, and say how long', () => {
  const it = limits('[auth.email]\nmax_frequency = "1m"')
  it.mail('recovery', 'a@example.test')
  it.wait(15_000)
  expect(() => it.mail('recovery', 'a@example.test')).toThrow(
    'For security purposes, you can only request this after 45 seconds.',
  )
  expect(code(() => it.mail('recovery', 'b@example.test'))).toBe('fine')
  expect(code(() => it.mail('confirmation', 'a@example.test'))).toBe('fine')
  it.wait(45_000)
  expect(code(() => it.mail('recovery', 'a@example.test'))).toBe('fine')
})

test('all mails together are limited in an hour', () => {
  const it = limits('[auth.rate_limit]\nemail_sent = 1')
  it.mail('recovery', 'a@example.test')
  expect(code(() => it.mail('recovery', 'b@example.test'))).toBe('over_email_send_rate_limit')
  it.wait(minutes(60))
  expect(code(() => it.mail('recovery', 'b@example.test'))).toBe('fine')
})

test('five wrong codes for an address, then it waits; a right one starts anew', () => {
  const it = limits()
  const { check, failed, forget } = it.tries.code
  for (let count = 0; count < 5; count++) failed('a@example.test')
  expect(code(() => check('a@example.test'))).toBe('over_request_rate_limit')
  expect(code(() => check('b@example.test'))).toBe('fine')
  it.wait(minutes(5))
  expect(code(() => check('a@example.test'))).toBe('fine')
  for (let count = 0; count < 4; count++) failed('c@example.test')
  forget('c@example.test')
  failed('c@example.test')
  expect(code(() => check('c@example.test'))).toBe('fine')
})
