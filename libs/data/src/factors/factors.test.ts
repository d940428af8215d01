import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { learnServerTime } from '../server-clock'
import { createDataClient } from '../session/create-client'
import { accessKeys, sessionKeys } from '../session/keys'
import { mapStorage } from '../testing/memory-storage'
import { confirmCode, needsSecondFactor, verifySecondFactor } from './confirm-code'
import { beginEnrolment, removeFactors } from './enrolment'
import { factorMessage } from './factor-message'
import { factorsQuery } from './factors-query'
import { makeRecoveryCodes, recoveryCodesText, redeemRecoveryCode } from './recovery-codes'

const app = (id: string, status: string) => ({
  id,
  status,
  factor_type: 'totp',
  friendly_name: '',
  created_at: '2026-01-01T00:00:00Z',
})

function session(aal: string, factors: object[] = []) {
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: 'ada', exp: expires_at, aal })}.c2ln`,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user: { id: 'ada', email: 'ada@rookies.test', factors },
  }
}

type Answer = { status?: number; body?: unknown }

/** Creates Ada's browser and a mocked server. `answers` are by method and the end of the path. */
function browser(
  answers: Record<string, Answer | ((body: unknown) => Answer)>,
  signedIn = session('aal1'),
) {
  const sent: string[] = []
  const kept = new Map([['rookies-auth', JSON.stringify(signedIn)]])
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const path = new URL(input).pathname.replace(/^\/(auth|rest)\/v1\//, '')
    const name = `${init.method ?? 'GET'} ${path}`
    sent.push(name)
    const answer = answers[name]
    if (!answer) throw new Error(`no answer for ${name}`)
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const { status = 200, body: said = {} } = typeof answer === 'function' ? answer(body) : answer
    return new Response(JSON.stringify(said), { status })
  })
  const client = createDataClient({
    url: 'http://project.test',
    key: 'k',
    storage: mapStorage(kept),
  })
  const queries = new QueryClient()
  queries.setQueryData(sessionKeys.current(), { id: 'ada' })
  queries.setQueryData(accessKeys.boot(), 'what the password alone may')
  return { client, queries, sent }
}

const refusal = (status: number, error_code: string): Answer => ({
  status,
  body: { code: status, error_code, msg: 'for developers' },
})
const user = (...factors: object[]): Answer => ({ body: { id: 'ada', factors } })

afterEach(() => vi.unstubAllGlobals())

describe('setting up an authenticator app', () => {
  const enrolled = (qr_code: string): Answer => ({
    body: { id: 'new', type: 'totp', totp: { qr_code, secret: 'ABCD', uri: 'otpauth://totp/x' } },
  })

  it('removes unfinished attempts first, and returns a valid QR code', async () => {
    const { client, sent } = browser({
      'GET user': user(
        app('old', 'unverified'),
        app('kept', 'verified'),
        app('gone', 'unverified'),
      ),
      'DELETE factors/old': {},
      'DELETE factors/gone': refusal(404, 'mfa_factor_not_found'),
      'POST factors': (body) => {
        expect(body).toMatchObject({ factor_type: 'totp', issuer: 'Rookies' })
        return enrolled('<svg fill="#000"/>')
      },
    })
    expect(await beginEnrolment(client, 'Rookies')).toEqual({
      factorId: 'new',
      qr: `data:image/svg+xml,${encodeURIComponent('<svg fill="#000"/>')}`,
      secret: 'ABCD',
      uri: 'otpauth://totp/x',
    })
    expect(sent).toEqual(['GET user', 'DELETE factors/old', 'DELETE factors/gone', 'POST factors'])
  })

  it('reads all data again after the first correct code', async () => {
    const { client, queries } = browser({
      'POST factors/new/challenge': { body: { id: 'c', type: 'totp' } },
      'POST factors/new/verify': { body: session('aal2') },
    })
    await confirmCode(client, queries, 'new', '123456')
    expect(queries.getQueryData(accessKeys.boot())).toBeUndefined()
    expect(queries.getQueryData(sessionKeys.current())).toEqual({ id: 'ada' })
  })
})

describe('entering a code of the second factor', () => {
  it('accepts a code of each of several apps, and stops at an error that another app would not change', async () => {
    const answers = {
      'GET user': user(app('one', 'verified'), app('draft', 'unverified'), app('two', 'verified')),
      'POST factors/one/challenge': { body: { id: 'c', type: 'totp' } },
      'POST factors/one/verify': refusal(422, 'mfa_verification_failed'),
      'POST factors/two/challenge': { body: { id: 'd', type: 'totp' } },
      'POST factors/two/verify': { body: session('aal2') },
    }
    const { client, sent } = browser(answers)
    await verifySecondFactor(client, '123456')
    expect(sent.filter((name) => name.endsWith('verify'))).toHaveLength(2)

    const busy = browser({
      ...answers,
      'POST factors/one/challenge': refusal(429, 'over_request_rate_limit'),
    })
    await expect(verifySecondFactor(busy.client, '123456')).rejects.toMatchObject({ status: 429 })
    expect(busy.sent).toEqual(['GET user', 'POST factors/one/challenge'])
  })

  it('succeeds for a person whose app was removed', async () => {
    const { client } = browser({ 'GET user': user() })
    await verifySecondFactor(client, '123456')
  })

  it('is required if the person has an app and the session has not entered a code yet', async () => {
    const has = [app('one', 'verified')]
    const wants = (aal: string, factors: object[]) =>
      needsSecondFactor(browser({}, session(aal, factors)).client)
    expect(await wants('aal1', has)).toBe(true)
    expect(await wants('aal2', has)).toBe(false)
    expect(await wants('aal1', [])).toBe(false)
    expect(await wants('aal1', [app('one', 'unverified')])).toBe(false)
  })
})

describe('a recovery code', () => {
  const use = (body: object) =>
    browser({
      'POST rpc/use_recovery_code': { body },
      'POST token': { body: session('aal1') },
    })

  it.each(['RESET', 'NO_FACTOR'])(
    'is accepted with the answer %s, and the session is refreshed',
    async (state) => {
      const { client, sent } = use({ state, codes_left: 9 })
      await redeemRecoveryCode(client, 'abc')
      expect(sent).toEqual(['POST rpc/use_recovery_code', 'POST token'])
    },
  )

  it.each([
    [{ state: 'WRONG', tries_left: 4 }, 'You have 4 more tries.'],
    [{ state: 'WRONG', tries_left: 1 }, 'You have one more try.'],
    [{ state: 'WRONG', tries_left: 0 }, 'Please wait 15 minutes'],
    [
      { state: 'TOO_MANY', retry_at: new Date(Date.now() + 290_000).toISOString() },
      'in 5 minutes.',
    ],
    [{ state: 'TOO_MANY', retry_at: new Date(Date.now() - 5_000).toISOString() }, 'in a minute.'],
  ])('says after the refusal %j how to continue', async (answer, sentence) => {
    const { client, sent } = use(answer)
    const refused = await redeemRecoveryCode(client, 'abc').catch((error) => error)
    expect(factorMessage(refused)).toContain(sentence)
    expect(sent).toEqual(['POST rpc/use_recovery_code'])
  })

  it('belongs to a list that can be saved as a text with the names of the site and the account and the day', async () => {
    const { client, queries } = browser({
      'POST rpc/make_recovery_codes': { body: ['a-b', 'c-d'] },
    })
    const codes = await makeRecoveryCodes(client, queries)
    const made = new Date('2026-05-04T10:00:00Z')
    const text = recoveryCodesText(codes, { site: 'Rookies', email: 'ada@rookies.test', made })
    expect(text).toMatch(
      /^Recovery codes for Rookies\r\nAccount: ada@rookies\.test\r\nMade on 2026-05-04/,
    )
    expect(text).toMatch(/\r\na-b\r\nc-d\r\n$/)
  })
})

it('reads only confirmed apps', async () => {
  const { client, queries } = browser({
    'GET user': user(app('one', 'verified'), app('draft', 'unverified')),
    'POST rpc/my_factors_state': { body: { verified: 1, codes_left: 7, codes_made_at: null } },
  })
  expect(await queries.fetchQuery(factorsQuery(client))).toEqual({
    apps: [{ id: 'one', name: 'Authenticator app', addedAt: '2026-01-01T00:00:00Z' }],
    codesLeft: 7,
    codesMadeAt: null,
  })
})

it('removes every app, and an app that was removed before is no error', async () => {
  const { client, queries, sent } = browser({
    'DELETE factors/one': {},
    'DELETE factors/two': refusal(404, 'mfa_factor_not_found'),
    'DELETE factors/three': refusal(422, 'insufficient_aal'),
    'POST token': { body: session('aal1') },
  })
  await removeFactors(client, queries, ['one', 'two'])
  expect(sent).toEqual(['DELETE factors/one', 'DELETE factors/two', 'POST token'])
  await expect(removeFactors(client, queries, ['three'])).rejects.toMatchObject({
    code: 'insufficient_aal',
  })
})

it('the message about a refused code mentions a wrong clock, and other messages do not', () => {
  const say = (code: string) => factorMessage(new DataError({ code }))
  learnServerTime(Date.now() + 2 * 60 * 60_000)
  expect(say('mfa_verification_failed')).toMatch(/clock of this device is 120 minutes behind/)
  expect(say('mfa_challenge_expired')).not.toMatch(/clock/)
  learnServerTime(Date.now() - 50_000)
  expect(say('mfa_verification_failed')).toMatch(/about a minute ahead/)
  learnServerTime(Date.now())
  expect(say('mfa_verification_failed')).not.toMatch(/clock/)
})

it('each error of the second factor has its own message', () => {
  const say = (code: string) => factorMessage(new DataError({ code, message: 'for developers' }))
  expect(say('mfa_verification_failed')).toContain('This code is wrong')
  expect(say('over_request_rate_limit')).toContain('five minutes')
  expect(say('NETWORK')).toContain('check your connection')
  expect(say('mfa_challenge_expired')).toContain('took too long')
  expect(say('anything else')).toBe('for developers')
  const down = new DataError({ code: 'UNKNOWN_ERROR', message: 'unavailable', status: 503 })
  expect(factorMessage(down)).toContain('Please try again')
})
