import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { turnSwitches } from '../../agreement/switches'
import { useDatabase } from '../../database'
import { strangerClient } from '../../wire/clients'
import type { Difference } from '../../wire/differences'
import { lastMailTo } from '../../wire/mails'
import { promise } from '../../wire/promise'
import { type RawAnswer, raw } from '../../wire/rest'

// Tests that no answer reveals who has an account.
const db = useDatabase()
const password = 'correct horse'
const anyEmail = () => `${randomUUID()}@example.test`

/** The emails of accounts with that password: one verified, one never confirmed, one disabled. */
let accounts: string[]
let known: string

beforeAll(async () => {
  known = anyEmail()
  const [unconfirmed, disabled] = [anyEmail(), anyEmail()]
  const restore = await turnSwitches(db, { require_email_verification: false })
  for (const email of [known, disabled]) await strangerClient().auth.signUp({ email, password })
  await restore()
  await strangerClient().auth.signUp({ email: unconfirmed, password })
  await disable(disabled)
  accounts = [known, unconfirmed, disabled]
})

const disable = (email: string) =>
  db.owner('update public.profiles set disabled_at = now() where email = $1', [email])

/** Creates three accounts in the same states that got no mail recently, because a recent mail would delay the next one. */
async function accountsWithoutMails(): Promise<string[]> {
  const people = [await db.person(), await db.person({ verified: false }), await db.person()]
  await db.authService(
    `update auth.users set instance_id = '00000000-0000-0000-0000-000000000000', aud = 'authenticated',
       role = 'authenticated', raw_app_meta_data = '{}', created_at = now(), updated_at = now()
     where id = any($1)`,
    [people.map(({ id }) => id)],
  )
  const emails = people.map(({ email }) => email)
  await disable(emails[2] ?? '')
  return emails
}

/** Returns the answer without ids, times and the email, which differ each time. */
function shape({ status, body }: RawAnswer): unknown {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
    }
    if (typeof value !== 'string') return value
    if (/^[0-9a-f-]{36}$/.test(value)) return 'an id'
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'a moment'
    return value.endsWith('@example.test') ? 'the address' : value
  }
  return { status, body: plain(body) }
}

/** Expects the same answer for all emails; another backend may give the answers that are listed under this name. */
async function expectAlike(
  emails: string[],
  ask: (email: string) => Promise<RawAnswer>,
  listed?: { name: Difference; elsewhere: unknown[] },
) {
  const answers: unknown[] = []
  for (const email of emails) answers.push(shape(await ask(email)))
  const here = answers.map(() => answers[0])
  if (listed) promise(listed.name, answers, { here, elsewhere: listed.elsewhere })
  else expect(answers).toEqual(here)
}

const post = (path: string, body: object) =>
  raw(`/auth/v1${path}`, {
    method: 'POST',
    headers: { 'x-supabase-api-version': '2024-01-01' },
    body,
  })

describe('known, unconfirmed, disabled and unknown emails get the same answers', () => {
  const mailed: [string, (email: string) => Promise<RawAnswer>][] = [
    ['when a password is forgotten', (email) => post('/recover', { email })],
    ['when a mail is asked for again', (email) => post('/resend', { type: 'signup', email })],
  ]
  test.each(mailed)('%s', async (_when, ask) => {
    await expectAlike([anyEmail(), ...(await accountsWithoutMails())], ask)
  })

  test('when a code is asked for', async () => {
    const [refused, sent] = [expect.objectContaining({ status: 422 }), { status: 200, body: {} }]
    await expectAlike(
      [anyEmail(), ...(await accountsWithoutMails())],
      (email) => post('/otp', { email, create_user: false }),
      { name: 'code-for-unknown-email', elsewhere: [refused, sent, sent, sent] },
    )
  })

  test('and accounts get the requested mail', async () => {
    const [known = ''] = await accountsWithoutMails()
    await post('/recover', { email: known })
    expect(await lastMailTo(known)).toContain('reset-password')
  })

  const guessed: [string, (email: string) => Promise<RawAnswer>][] = [
    [
      'when the password is wrong',
      (email) => post('/token?grant_type=password', { email, password: 'wrong one' }),
    ],
    ['when a code is wrong', (email) => post('/verify', { type: 'email', email, token: '000000' })],
    [
      'when a recovery code is wrong',
      (email) => post('/verify', { type: 'recovery', email, token: '000000' }),
    ],
  ]
  test.each(guessed)('%s', async (_when, ask) => {
    await expectAlike([anyEmail(), ...accounts], ask)
  })

  test('at sign-up, while emails have to be confirmed', async () => {
    const confirmed = expect.objectContaining({ body: expect.objectContaining({ identities: [] }) })
    await expectAlike(
      [anyEmail(), ...(await accountsWithoutMails())],
      (email) => post('/signup', { email, password }),
      {
        name: 'sign-up-with-known-email',
        elsewhere: [expect.anything(), confirmed, expect.anything(), confirmed],
      },
    )
  })

  test('at sign-up, while registration is closed', async () => {
    const emails = [anyEmail(), ...(await accountsWithoutMails())]
    const restore = await turnSwitches(db, { allow_registration: false })
    try {
      const [refused, confirmed] = [422, 200].map((status) => expect.objectContaining({ status }))
      await expectAlike(emails, (email) => post('/signup', { email, password }), {
        name: 'sign-up-with-known-email',
        elsewhere: [refused, confirmed, expect.anything(), confirmed],
      })
    } finally {
      await restore()
    }
  })
})

test('a sign-up with a known email changes neither its password nor its name', async () => {
  const data = { name: 'Mallory' }
  await post('/signup', { email: known, password: 'another one', data })
  const client = strangerClient()
  expect((await client.auth.signInWithPassword({ email: known, password })).error).toBeNull()
  expect((await client.rpc('boot')).data).toMatchObject({ account: { name: null } })
  const again = await strangerClient().auth.signInWithPassword({
    email: known,
    password: 'another one',
  })
  expect(again.error?.code).toBe('invalid_credentials')
})

test('guessing is limited: the sixth wrong code and the twenty-first wrong password get 429', async () => {
  const email = anyEmail()
  const codes = []
  for (let i = 0; i < 6; i += 1) {
    const token = String(100000 + i)
    codes.push((await post('/verify', { type: 'email', email, token })).status)
  }
  promise('guesses-by-address-only', codes.at(-1), { here: 429, elsewhere: 403 })
  const other = anyEmail()
  const passwords = []
  for (let i = 0; i < 21; i += 1) {
    const body = { email: other, password: `wrong ${i}` }
    passwords.push((await post('/token?grant_type=password', body)).status)
  }
  promise('guesses-by-address-only', passwords.at(-1), { here: 429, elsewhere: 400 })
})
