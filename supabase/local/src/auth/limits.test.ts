import { expect, test } from 'vitest'
import type { AuthMailKind } from '../../../functions/_shared/auth-mails.ts'
import { parseConfig } from '../config'
import { createLimits, type Requester } from './limits'

const caller = { ip: '192.0.2.1' }
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

test('mails to one email need a pause, and the refusal says how long', () => {
  const it = limits('[auth.email]\nmax_frequency = "1m"\n[auth.rate_limit]\nemail_sent = 100')
  const mail = (kind: AuthMailKind, address: string) => it.mail(kind, [address], caller)
  expect(mail('recovery', 'a@example.test')).toBeNull()
  it.wait(15_000)
  expect(mail('recovery', 'a@example.test')?.message).toBe(
    'For security purposes, you can only request this after 45 seconds.',
  )
  expect(mail('recovery', 'b@example.test')).toBeNull()
  expect(mail('confirmation', 'a@example.test')).toBeNull()
  it.wait(45_000)
  expect(mail('recovery', 'a@example.test')).toBeNull()
})

test('all mails together are limited in an hour', () => {
  const it = limits('[auth.rate_limit]\nemail_sent = 1')
  expect(it.mail('recovery', ['a@example.test'], caller)).toBeNull()
  expect(it.mail('recovery', ['b@example.test'], null)?.code).toBe('over_email_send_rate_limit')
  it.wait(minutes(60))
  expect(it.mail('recovery', ['b@example.test'], null)).toBeNull()
})

test('one network address may cause a tenth of the mails, and one sender a hundredth; refused mails do not count', () => {
  const it = limits('[auth.email]\nmax_frequency = "0s"\n[auth.rate_limit]\nemail_sent = 200')
  const sent = (times: number, by: Requester | null) => {
    const answers = Array.from({ length: times }, () => it.mail('recovery', ['a@b.example'], by))
    return answers.filter((refusal) => refusal === null).length
  }
  expect(sent(10, { ip: 'a', sender: 'ada' })).toBe(2)
  expect(sent(500, { ip: 'a' })).toBe(18)
  expect(sent(10, { ip: 'a', sender: 'grace' })).toBe(0)
  expect(sent(500, { ip: 'b' })).toBe(20)
  expect(sent(500, null)).toBe(160)
  it.wait(minutes(60))
  expect(sent(10, { ip: 'a', sender: 'ada' })).toBe(2)
})

test('after five wrong codes an email has to wait; a right code resets the count', () => {
  const it = limits()
  const { begin, undo, forget } = it.tries.code
  const tries = (address: string, count: number) =>
    Array.from({ length: count }, () => code(() => begin(address))).filter((it) => it === 'fine')
  expect(tries('a@example.test', 9)).toHaveLength(5)
  expect(tries('b@example.test', 1)).toHaveLength(1)
  it.wait(minutes(5))
  expect(tries('a@example.test', 1)).toHaveLength(1)
  expect(tries('c@example.test', 5)).toHaveLength(5)
  undo('c@example.test')
  expect(tries('c@example.test', 2)).toHaveLength(1)
  forget('c@example.test')
  expect(tries('c@example.test', 9)).toHaveLength(5)
})
