import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliverDueMails } from '../../../functions/tick/deliver-due-mails.ts'
import { turnSwitches } from '../../agreement/switches'
import { type Person, useDatabase } from '../../database'
import { clientOf, serviceClient, strangerClient, type WireClient } from '../../wire/clients'
import { lastMailTo } from '../../wire/mails'
import { project } from '../../wire/project'

// After an administrator corrected an email, it is unknown who reads its mailbox. Invites to it, up to the role of an
// administrator, wait until a mail to it is opened (rules/accounts#address-proof, rules/invites#role-needs-mailbox).
const db = useDatabase()
const password = 'correct horse'
let admin: Person
let office: WireClient
let restore: () => Promise<unknown>

beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN' })
  office = await clientOf(admin)
})
beforeEach(async () => {
  restore = await turnSwitches(db, {
    allow_registration: true,
    require_email_verification: true,
    enable_two_factor: false,
    maintenance_mode: false,
  })
})
afterEach(() => restore())

const anyEmail = () => `${randomUUID()}@example.test`
const required = (on: boolean) =>
  db.owner('update public.settings set require_email_verification = $1', [on])

/** Creates a person with an account, confirmed unless verification is off, and a signed-in client. */
async function eve(): Promise<{ id: string; email: string; client: WireClient }> {
  const email = anyEmail()
  const { data } = await strangerClient().auth.signUp({ email, password })
  await db.authService(
    'update auth.users set email_confirmed_at = now() where email = $1 and email_confirmed_at is null',
    [email],
  )
  const client = await signIn(email)
  return { id: data.user?.id ?? '', email, client }
}

async function signIn(email: string): Promise<WireClient> {
  const client = strangerClient()
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  return client
}

async function correct(person: { id: string }, email: string): Promise<void> {
  const { error } = await office.rpc('correct_person', { user_id: person.id, email })
  expect(error).toBeNull()
}

/** Creates an invite as administrator, and returns its email and token. */
async function boss(): Promise<{ email: string; token: string }> {
  const email = anyEmail()
  const { data } = await office.rpc('create_invite', { email, role: 'ADMIN' })
  return { email, token: String(Object(data).token) }
}

const roleOf = async ({ id }: { id: string }) =>
  (await db.owner('select role from public.profiles where id = $1', [id]))[0]?.role
const accountState = async (client: WireClient) => {
  const { data, error } = await client.rpc('my_account_state')
  return error?.hint ?? Object(data).state
}

/** Returns the code of the newest mail to an email. */
async function codeTo(address: string): Promise<string> {
  const { error } = await strangerClient().auth.signInWithOtp({
    email: address,
    options: { shouldCreateUser: false },
  })
  expect(error).toBeNull()
  return /\b\d{6}\b/.exec(await lastMailTo(address))?.[0] ?? ''
}

const hashIn = (mail: string) =>
  (/(?:reset-password|confirm-email)\/([\w-]+)/.exec(mail) ??
    /token_hash=([\w-]+)/.exec(mail) ??
    /token=([\w-]+)/.exec(mail))?.[1] ?? ''

/** Runs the worker, and returns the confirmation mail, which the backend’s own worker may have sent before. */
async function confirmationTo(address: string): Promise<string> {
  const backend = project.url
  await deliverDueMails({
    restUrl: `${backend}/rest/v1`,
    storageUrl: `${backend}/storage/v1`,
    authUrl: `${backend}/auth/v1`,
    functionsUrl: `${backend}/functions/v1`,
    serviceKey: project.serviceKey,
    siteUrl: project.site,
    askHost: () => Promise.reject(new Error('A host was asked.')),
    deliver: null,
    log: () => {},
  })
  return vi.waitFor(() => lastMailTo(address), { timeout: 20_000 })
}

describe('with verification required, the person whose email was corrected', () => {
  test('is signed out on all devices, and signs in only through a mail to the new email', async () => {
    const person = await eve()
    const elsewhere = await signIn(person.email)
    const email = anyEmail()
    await correct(person, email)
    for (const client of [person.client, elsewhere]) {
      expect(await accountState(client)).toBe('SESSION_OVER')
      expect((await client.auth.refreshSession()).error).not.toBeNull()
    }
    const early = await strangerClient().auth.signInWithPassword({ email, password })
    expect(early.error?.code).toBe('email_not_confirmed')
    const before = await office.rpc('person', { user_id: person.id })
    expect(before.data).toMatchObject({ email, verified: false })

    const owner = strangerClient()
    const token_hash = hashIn(await confirmationTo(email))
    expect((await owner.auth.verifyOtp({ type: 'email', token_hash })).error).toBeNull()
    expect(await accountState(owner)).toBe('ACTIVE')
    const after = await office.rpc('person', { user_id: person.id })
    expect(after.data).toMatchObject({ verified: true })
    expect(await accountState(await signIn(email))).toBe('ACTIVE')
  })

  test('cannot sign in with their password after the owner of the mailbox confirmed the email', async () => {
    const person = await eve()
    const { email, token } = await boss()
    await correct(person, email)
    const owner = strangerClient()
    const token_hash = hashIn(await confirmationTo(email))
    await owner.auth.verifyOtp({ type: 'email', token_hash })
    const theirs = await signIn(email)
    expect((await theirs.rpc('my_open_invite')).data).toBeNull()
    expect((await owner.rpc('my_open_invite')).data).toMatchObject({ token })
    await theirs.rpc('accept_invite', { token })
    expect(await roleOf(person)).toBe('MEMBER')
    // The next session that a mail opens belongs to the owner again.
    await strangerClient().auth.verifyOtp({ type: 'email', email, token: await codeTo(email) })
    expect(await roleOf(person)).toBe('ADMIN')
    expect(await accountState(theirs)).toBe('SESSION_OVER')
    const again = await strangerClient().auth.signInWithPassword({ email, password })
    expect(again.error?.code).toBe('invalid_credentials')
  })

  test('does not get the invite of the new email', async () => {
    const person = await eve()
    const { email, token } = await boss()
    await correct(person, email)
    for (const client of [person.client, await clientOf(person)]) {
      expect((await client.rpc('accept_invite', { token })).error).not.toBeNull()
      expect((await client.rpc('my_open_invite')).error).not.toBeNull()
    }
    await strangerClient().auth.signUp({
      email,
      password,
      options: { data: { invite_token: token } },
    })
    expect(await roleOf(person)).toBe('MEMBER')
    expect((await strangerClient().rpc('invite_by_token', { token })).data).toMatchObject({
      state: 'ACTIVE',
    })
  })

  test('cannot use a code that was mailed before', async () => {
    const person = await eve()
    const code = await codeTo(person.email)
    const { email } = await boss()
    await correct(person, email)
    for (const address of [person.email, email]) {
      const { auth } = strangerClient()
      const { error } = await auth.verifyOtp({ type: 'email', email: address, token: code })
      expect(error, address).not.toBeNull()
    }
  })

  test('cannot use an earlier link to set a password, or finish an earlier change of the email', async () => {
    const person = await eve()
    const wanted = anyEmail()
    expect((await person.client.auth.updateUser({ email: wanted })).error).toBeNull()
    await strangerClient().auth.resetPasswordForEmail(person.email)
    const recovery = hashIn(await lastMailTo(person.email))
    const { email } = await boss()
    await correct(person, email)
    const { auth } = strangerClient()
    for (const [type, token_hash] of [
      ['recovery', recovery],
      ['email', recovery],
      ['email_change', hashIn(await lastMailTo(wanted))],
    ] as const) {
      expect((await auth.verifyOtp({ type, token_hash })).error, type).not.toBeNull()
    }
    await auth.resend({ type: 'email_change', email })
    await expect(lastMailTo(email)).rejects.toThrow('nothing was sent')
    expect(
      await db.owner('select email, email_change from auth.users where id = $1', [person.id]),
    ).toEqual([{ email, email_change: '' }])
  })
})

test('a person whose email was corrected cannot exchange the code of a link that they opened before', async () => {
  await required(false)
  const person = await eve()
  const { email, token } = await boss()
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const { createClient } = await import('@supabase/supabase-js')
  const browser: WireClient = createClient(project.url, project.anonKey, {
    auth: { flowType: 'pkce', storage, autoRefreshToken: false, detectSessionInUrl: false },
  })
  await browser.auth.signInWithOtp({ email: person.email })
  const link = /http[^"\s<>\\]*verify\?[^"\s<>\\]*/.exec(await lastMailTo(person.email))?.[0] ?? ''
  const followed = await fetch(link.replaceAll('&amp;', '&'), { redirect: 'manual' })
  const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  expect(code).not.toBe('')
  await correct(person, email)
  expect((await browser.auth.exchangeCodeForSession(code)).error).not.toBeNull()
  const again = await signIn(email)
  await again.rpc('accept_invite', { token })
  expect(await roleOf(person)).toBe('MEMBER')
})

describe('with verification not required, the person whose email was corrected', () => {
  test('can sign in with the new email at once, but the email counts as unconfirmed', async () => {
    await required(false)
    const person = await eve()
    const { email, token } = await boss()
    await correct(person, email)
    expect(await accountState(person.client)).toBe('SESSION_OVER')
    const client = await signIn(email)
    expect(await accountState(client)).toBe('ACTIVE')
    expect((await client.rpc('my_open_invite')).data).toBeNull()
    expect((await client.rpc('accept_invite', { token })).error).toBeNull()
    expect(await roleOf(person)).toBe('MEMBER')
    expect((await office.rpc('person', { user_id: person.id })).data).toMatchObject({
      verified: false,
    })
  })

  test('has no additional rights in a session that a code opened before', async () => {
    await required(false)
    const person = await eve()
    const byCode = strangerClient()
    const code = await codeTo(person.email)
    await byCode.auth.verifyOtp({ type: 'email', email: person.email, token: code })
    const { email, token } = await boss()
    const session = (await byCode.auth.getSession()).data.session?.access_token ?? ''
    const { session_id } = JSON.parse(atob(session.split('.')[1] ?? ''))
    const [row] = await db.owner('select * from auth.sessions where id = $1', [session_id])
    await correct(person, email)
    // Simulates a row that remained after the correction.
    await db.authService(
      `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, $3, now(), 'aal1')`,
      [session_id, person.id, row?.created_at],
    )
    expect((await byCode.rpc('my_open_invite')).data).toBeNull()
    await byCode.rpc('accept_invite', { token })
    expect(await roleOf(person)).toBe('MEMBER')
  })

  test('the mailbox’s owner gets the role, and ends the password of the earlier person', async () => {
    await required(false)
    const person = await eve()
    const { email, token } = await boss()
    await correct(person, email)
    const theirs = await signIn(email)
    const owner = strangerClient()
    const opened = await owner.auth.verifyOtp({ type: 'email', email, token: await codeTo(email) })
    expect(opened.error).toBeNull()
    expect((await owner.rpc('accept_invite', { token })).error).toBeNull()
    expect(await roleOf(person)).toBe('ADMIN')
    expect(await accountState(owner)).toBe('ACTIVE')
    expect(await accountState(theirs)).toBe('SESSION_OVER')
    const again = await strangerClient().auth.signInWithPassword({ email, password })
    expect(again.error?.code).toBe('invalid_credentials')
  })

  test('has to confirm the email once verification is required, and only while it is', async () => {
    await required(false)
    const person = await eve()
    const other = await eve()
    const email = anyEmail()
    await correct(person, email)
    const client = await signIn(email)
    await required(true)
    expect(await accountState(client)).toBe('UNVERIFIED')
    expect(await accountState(other.client)).toBe('ACTIVE')
    await required(false)
    expect(await accountState(client)).toBe('ACTIVE')
    await required(true)
    const owner = strangerClient()
    const token_hash = hashIn(await confirmationTo(email))
    expect((await owner.auth.verifyOtp({ type: 'email', token_hash })).error).toBeNull()
    expect(await accountState(owner)).toBe('ACTIVE')
  })
})

test('a confirmed email is unconfirmed after it is set again', async () => {
  const person = await eve()
  await correct(person, anyEmail())
  await correct(person, person.email)
  const early = await strangerClient().auth.signInWithPassword({ email: person.email, password })
  expect(early.error?.code).toBe('email_not_confirmed')
})

test('a server with the secret key sets an email and decides whether it is confirmed', async () => {
  const [told, silent] = [await eve(), await eve()]
  const [first, second] = [anyEmail(), anyEmail()]
  const { admin: accounts } = serviceClient().auth
  await accounts.updateUserById(told.id, { email: first, email_confirm: true })
  await accounts.updateUserById(silent.id, { email: second })
  expect(await accountState(told.client)).toBe('ACTIVE')
  await signIn(first)
  expect(await accountState(silent.client)).toBe('SESSION_OVER')
  const early = await strangerClient().auth.signInWithPassword({ email: second, password })
  expect(early.error?.code).toBe('email_not_confirmed')
})

test('an email that a person changed and confirmed by mail is confirmed', async () => {
  await required(false)
  const person = await eve()
  const email = anyEmail()
  expect((await person.client.auth.updateUser({ email })).error).toBeNull()
  for (const address of [person.email, email]) {
    const token_hash = hashIn(await lastMailTo(address))
    await strangerClient().auth.verifyOtp({ type: 'email_change', token_hash })
  }
  expect((await office.rpc('person', { user_id: person.id })).data).toMatchObject({
    email,
    verified: true,
  })
  await signIn(email)
})
