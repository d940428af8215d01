import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { EMAIL_EXAMPLES } from '../testing/email-examples'
import { mapStorage } from '../testing/memory-storage'
import { authMessage, linkMessage } from './auth-message'
import { createDataClient } from './create-client'
import { emailProblem, isEmail, knownEmailProblem, readEmail } from './email'
import { inviteProof } from './invite-proof'
import { captureCallback } from './pending-callback'
import {
  clearRecoveryLink,
  createRecoveryClient,
  endRecovery,
  openRecovery,
  RECOVERY_MS,
  recoveryLeft,
  recoveryUser,
  savedRecoveryLink,
  saveRecoveryLink,
  startRecovery,
} from './recovery'
import { codeDigits, sendCode } from './secure-code'
import { signUp, signUpProblems } from './sign-up'

const form = {
  name: 'Ada',
  email: 'ada@rookies.test',
  phone: '+44 20 1234',
  password: 'abacus',
  confirmation: 'abacus',
  terms: true,
}

interface Sent {
  path: string
  body: Record<string, unknown>
}

/** Creates a client with an Auth whose answers are by path. */
function against(answers: Record<string, { status?: number; body: unknown }>) {
  const sent: Sent[] = []
  const stored = new Map<string, string>()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = new URL(url).pathname.replace('/auth/v1/', '')
    sent.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : {} })
    const { status = 200, body } = answers[path] ?? { body: {} }
    return new Response(JSON.stringify(body), { status })
  })
  const client = createDataClient({
    url: 'http://project.test',
    key: 'k',
    storage: mapStorage(stored),
  })
  return { client, queries: new QueryClient(), sent, stored }
}

const user = { id: 'ada', email: 'ada@rookies.test' }
const session = { access_token: 'a.b.c', refresh_token: 'r', expires_in: 3600, user }
const refusal = (status: number, code: string, msg: string) => ({
  status,
  body: { code: status, error_code: code, msg },
})

afterEach(() => vi.unstubAllGlobals())

describe('signUpProblems', () => {
  it('accepts valid values', () => {
    expect(signUpProblems(form)).toEqual({})
  })

  it('requires every field', () => {
    const empty = { name: ' ', email: '', phone: '', password: '', confirmation: '', terms: false }
    expect(signUpProblems(empty)).toEqual({
      name: 'Full name is required',
      email: 'Email is required',
      phone: 'Phone is required',
      password: 'Password is required',
      confirmation: 'Password confirmation is required',
      terms: 'Please accept the terms and the privacy policy',
    })
  })

  it('says what is wrong with each field', () => {
    expect(
      signUpProblems({ ...form, email: 'ada', password: 'short', confirmation: 'shorty' }),
    ).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters long.',
      confirmation: "Passwords don't match",
    })
    expect(signUpProblems({ ...form, name: 'A\u200Bda' })).toEqual({
      name: 'Name must not contain invisible characters',
    })
    expect(signUpProblems({ ...form, name: 'A'.repeat(101) })).toEqual({
      name: 'Name must be less than 100 characters',
    })
  })
})

describe('emailProblem', () => {
  it.each([
    ['', 'Email is required'],
    ['ada@', 'Please enter a valid email address'],
    ['ada @rookies.test', 'Please enter a valid email address'],
    ['jörg@rookies.test', 'Please enter a valid email address'],
    [' ada@rookies.test ', null],
    ['ada@bücher.example', null],
  ])('returns for "%s": %s', (text, problem) => {
    expect(emailProblem(text)).toBe(problem)
  })

  it('accepts more emails for an existing account', () => {
    expect(knownEmailProblem('jörg@bücher.example')).toBe(null)
    expect(knownEmailProblem(' ')).toBe('Email is required')
    expect(knownEmailProblem('jörg')).toBe('Please enter a valid email address')
  })
})

describe('an email', () => {
  it.each(EMAIL_EXAMPLES)('%j can be the email of a new account: %s', (address, good) => {
    expect(isEmail(address)).toBe(good)
  })

  it.each([
    ['ada@example.org', 'ada@example.org'],
    [' Ada@Example.org\n', 'Ada@Example.org'],
    ['\u200Bada\u00AD@exam\u2060ple.org\uFEFF', 'ada@example.org'],
    ['\u202Aada@example.org\u202C', 'ada@example.org'],
    ['mailto:ada@example.org', 'ada@example.org'],
    ['MailTo:ada@example.org?subject=Hello', 'ada@example.org'],
    ['<ada@example.org>', 'ada@example.org'],
    ['<mailto:ada@example.org>', 'ada@example.org'],
    ['ada@example.org.', 'ada@example.org'],
    ['ada@example.org;', 'ada@example.org'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example.', 'ada@xn--bcher-kva.example'],
    ['ada@почта.рф', 'ada@xn--80a1acny.xn--p1ai'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ａｄａ＠example.org', 'ada@example.org'],
    ['ada@1.2', 'ada@1.2'],
    ['jörg@example.org', 'jörg@example.org'],
    ['ada@ü/x', 'ada@ü/x'],
    ['nobody', 'nobody'],
    ['', ''],
  ])('is normalized: %j means %j', (typed, meant) => {
    expect(readEmail(typed)).toBe(meant)
    expect(readEmail(meant)).toBe(meant)
  })
})

describe('signUp', () => {
  it('sends the arguments that the database reads, and signs in if Auth returns a session', async () => {
    const { client, queries, sent } = against({ signup: { body: session } })
    const options = { inviteToken: 't1', returnTo: 'http://here.test/login' }
    expect(await signUp(client, queries, { ...form, name: ' Ada ' }, options)).toBeNull()
    expect(sent.map(({ path }) => path)).toEqual(['signup', '/rest/v1/rpc/record_session'])
    expect(sent[0]?.body.data).toEqual({
      name: 'Ada',
      phone: '+44 20 1234',
      terms_accepted: 'true',
      invite_token: 't1',
    })
  })

  it('sends the secret of a cohort’s join link', async () => {
    const { client, queries, sent } = against({ signup: { body: session } })
    const options = { cohortToken: 'c1', returnTo: 'http://here.test/login' }
    await signUp(client, queries, form, options)
    expect(sent[0]?.body.data).toMatchObject({ cohort_token: 'c1' })
    expect(sent[0]?.body.data).not.toHaveProperty('invite_token')
  })

  it('signs in with the password if Auth returns no session; a refusal means that the email must be confirmed', async () => {
    const { client, queries, sent } = against({
      signup: { body: user },
      token: refusal(400, 'email_not_confirmed', 'Email not confirmed'),
    })
    expect(await signUp(client, queries, form, { returnTo: 'http://here.test/login' })).toBe(
      user.id,
    )
    expect(sent.map(({ path }) => path)).toEqual(['signup', 'token'])
    expect(sent[0]?.body.data).not.toHaveProperty('invite_token')
  })

  describe('sign-up from the mail of an invite', () => {
    const options = { inviteToken: 't1', returnTo: 'http://here.test/login' }
    const openMail = (token: string) => {
      vi.stubGlobal('window', {
        rookiesCallbackAddress: `http://here.test/invite/${token}#proof=0a1b`,
      })
      vi.stubGlobal('location', new URL(`http://here.test/invite/${token}`))
      captureCallback()
    }

    it('sends the proof of that invite, and stores it until the account is created', async () => {
      openMail('t1')
      const late = against({ signup: refusal(422, 'unknown', 'This invite has expired.') })
      await expect(signUp(late.client, late.queries, form, options)).rejects.toThrow()
      expect(inviteProof('t1')).toBe('0a1b')
      const { client, queries, sent } = against({ signup: { body: session } })
      expect(await signUp(client, queries, form, options)).toBeNull()
      expect(sent[0]?.body.data).toMatchObject({ invite_token: 't1', invite_proof: '0a1b' })
      expect(inviteProof('t1')).toBeUndefined()
    })

    it('signs in with the password if Auth has confirmed the email without a session', async () => {
      openMail('t1')
      const { client, queries, sent } = against({
        signup: { body: user },
        token: { body: session },
      })
      expect(await signUp(client, queries, form, options)).toBeNull()
      expect(sent.map(({ path }) => path)).toEqual([
        'signup',
        'token',
        '/rest/v1/rpc/record_session',
      ])
    })

    it('sends no proof of another invite', async () => {
      openMail('t2')
      const { client, queries, sent } = against({ signup: { body: session } })
      for (const inviteToken of ['t1', undefined]) {
        await signUp(client, queries, form, { ...options, inviteToken })
      }
      for (const { body } of sent) expect(body.data ?? {}).not.toHaveProperty('invite_proof')
      expect(inviteProof('t2')).toBe('0a1b')
      expect(inviteProof(undefined)).toBeUndefined()
    })
  })

  it('keeps the message of the database', async () => {
    const { client, queries } = against({
      signup: refusal(422, 'unknown', 'This invite has expired.'),
    })
    const refused = signUp(client, queries, form, { returnTo: 'http://here.test/login' })
    await expect(refused).rejects.toMatchObject({
      status: 422,
      message: 'This invite has expired.',
    })
  })
})

describe('sendCode', () => {
  it('creates no account, and does not reveal whether an email has one', async () => {
    const { client, sent } = against({
      otp: refusal(422, 'otp_disabled', 'Signups not allowed for otp'),
    })
    await sendCode(client, ' ada@rookies.test ', 'http://here.test/login')
    expect(sent[0]?.body).toMatchObject({ email: 'ada@rookies.test', create_user: false })
  })

  it('throws any other refusal', async () => {
    const { client } = against({ otp: refusal(429, 'over_email_send_rate_limit', 'slow down') })
    await expect(sendCode(client, 'a@b.test', 'http://here.test/login')).rejects.toMatchObject({
      code: 'over_email_send_rate_limit',
    })
  })
})

it('codeDigits() finds the code in any pasted text', () => {
  expect([codeDigits('123 456'), codeDigits('code: 123-4567'), codeDigits('x')]).toEqual([
    '123456',
    '123456',
    '',
  ])
})

describe('openRecovery', () => {
  it('says that the link belongs to another browser', async () => {
    const { client } = against({})
    await expect(openRecovery(client, { kind: 'code', code: 'c' })).rejects.toMatchObject({
      code: 'pkce_code_verifier_not_found',
    })
  })

  it('refuses the code of another mail, and ends the session that it opened', async () => {
    const { client, stored } = against({ token: { body: session }, logout: { body: {} } })
    stored.set('rookies-auth-code-verifier', JSON.stringify('verifier'))
    await expect(openRecovery(client, { kind: 'code', code: 'c' })).rejects.toMatchObject({
      code: 'LINK_REFUSED',
    })
    expect(stored.get('rookies-auth')).toBeUndefined()
  })

  it('accepts the code of a reset mail', async () => {
    const { client, stored } = against({ token: { body: session } })
    stored.set('rookies-auth-code-verifier', JSON.stringify('verifier/recovery'))
    expect(await openRecovery(client, { kind: 'code', code: 'c' })).toEqual(user)
  })

  it('accepts a token hash only for a reset', async () => {
    const { client, sent } = against({ verify: { body: session } })
    expect(await openRecovery(client, { kind: 'hash', tokenHash: 'h' })).toEqual(user)
    expect(sent[0]?.body).toMatchObject({ type: 'recovery', token_hash: 'h' })
  })

  it.each(['nonsense', 'no.to.ken'])('refuses "%s" as a token', async (accessToken) => {
    const { client } = against({})
    const link = { kind: 'tokens', accessToken, refreshToken: 'r' } as const
    await expect(openRecovery(client, link)).rejects.toMatchObject({
      code: 'LINK_REFUSED',
    })
  })
})

describe('the session of a reset link', () => {
  const store = () => {
    const kept = new Map<string, string>()
    return {
      kept,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
  }

  it('is stored in its tab, separately from the session that signs in', async () => {
    against({ token: { body: session }, logout: { body: {} } })
    const [tab, browser] = [store(), store()]
    browser.kept.set('rookies-auth', 'of a signed-in person')
    browser.kept.set('rookies-auth-code-verifier', JSON.stringify('verifier/recovery'))
    const project = { url: 'http://project.test', key: 'k' }
    const client = createRecoveryClient(project, { tab, browser })

    expect(await openRecovery(client, { kind: 'code', code: 'c' })).toEqual(user)
    expect([...tab.kept.keys()]).toEqual(['rookies-recovery-auth'])
    expect([...browser.kept]).toEqual([['rookies-auth', 'of a signed-in person']])
    // A new client in the same tab simulates loading the page again.
    expect(await recoveryUser(createRecoveryClient(project, { tab, browser }))).toEqual(user)
    await client.auth.signOut({ scope: 'local' })
    expect(tab.kept.size).toBe(0)
    expect(await recoveryUser(client)).toBeNull()
  })

  it('stores a link until it is used', () => {
    const tab = store()
    expect(savedRecoveryLink(tab)).toBeNull()
    saveRecoveryLink(tab, 'hash')
    expect(savedRecoveryLink(tab)).toBe('hash')
    clearRecoveryLink(tab)
    expect(savedRecoveryLink(tab)).toBeNull()
  })
})

describe('the time limit of a reset', () => {
  it('ends after fifteen minutes', () => {
    const kept = new Map<string, string>()
    const store = mapStorage(kept)
    expect(RECOVERY_MS).toBe(900_000)
    expect(recoveryLeft(store, 0)).toBeNull()
    startRecovery(store, 1000)
    expect(recoveryLeft(store, 1000)).toBe(900_000)
    expect(recoveryLeft(store, 900_999)).toBe(1)
    expect(recoveryLeft(store, 901_000)).toBe(0)
    expect(recoveryLeft(store, 0)).toBe(0)
    endRecovery(store)
    expect(recoveryLeft(store, 1000)).toBeNull()
  })
})

describe('messages about signing in', () => {
  it('are the texts in the catalogue', () => {
    expect(authMessage(new DataError({ code: 'NETWORK' }))).toBe('An unexpected error occurred')
    const down = new DataError({ code: 'UNKNOWN_ERROR', message: 'unavailable', status: 503 })
    expect(authMessage(down)).toBe('An unexpected error occurred')
    // The message of GoTrue is for developers and does not say what to do.
    expect(authMessage(new DataError({ code: 'hook_timeout', status: 422 }))).toBe(
      'The email could not be sent. Please try again in a moment.',
    )
    expect(authMessage(new DataError({ code: 'over_email_send_rate_limit', status: 429 }))).toBe(
      'You asked for an email a moment ago. Please check your inbox, or wait a minute and try again.',
    )
    expect(linkMessage(new DataError({ code: 'pkce_code_verifier_not_found' }))).toContain(
      'only works in the browser',
    )
    expect(linkMessage(new DataError({ code: 'otp_expired', message: 'Token …' }))).toContain(
      'wrong or has expired',
    )
    expect(linkMessage(new DataError({ code: 'flow_state_expired' }))).toBe(
      'This link is invalid or has expired.',
    )
  })
})
