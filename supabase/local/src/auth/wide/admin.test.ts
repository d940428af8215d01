import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, follow, readJson, startAuth } from '../../testing/auth-server'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { createPerson } from '../../testing/people'
import { codeFor, stepAt } from '../totp'

let cluster: TestCluster
let server: AuthServer
let project: SupabaseClient

beforeAll(async () => {
  cluster = await startCluster()
  server = await startAuth(cluster)
  project = await server.server()
})

afterAll(async () => {
  await server.close()
  await cluster.stop()
})

const admin = () => project.auth.admin
const address = () => `${randomUUID().slice(0, 8)}@example.test`
const signIn = (email: string, password = 'correct horse') =>
  server.client().auth.signInWithPassword({ email, password })

test('only the service role may call the admin functions', async () => {
  const person = await createPerson(cluster)
  const member = await signIn(person.email)
  const calls: [string, string][] = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${person.id}`],
    ['PUT', `/admin/users/${person.id}`],
    ['DELETE', `/admin/users/${person.id}`],
    ['GET', `/admin/users/${person.id}/factors`],
    ['DELETE', `/admin/users/${person.id}/factors/${randomUUID()}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ]
  const body = JSON.stringify({ email: person.email, password: 'mallory', type: 'recovery' })
  for (const [method, path] of calls) {
    const ask = (authorization?: string) =>
      fetch(`${server.url}/auth/v1${path}`, {
        method,
        headers: authorization ? { authorization } : {},
        ...(method === 'GET' ? {} : { body }),
      })
    const visitor = await ask()
    expect([visitor.status, (await readJson(visitor)).error_code], path).toEqual([
      401,
      'no_authorization',
    ])
    const signedIn = await ask(`Bearer ${member.data.session?.access_token}`)
    expect([signedIn.status, (await readJson(signedIn)).error_code], path).toEqual([
      403,
      'not_admin',
    ])
    const forged = await ask('Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.')
    expect([forged.status, (await readJson(forged)).error_code], path).toEqual([403, 'bad_jwt'])
  }
  const anon = await server.server('anon')
  expect((await anon.auth.admin.listUsers()).error).toMatchObject({
    code: 'not_admin',
    status: 403,
    message: 'User not allowed',
  })
  expect((await signIn(person.email)).error).toBeNull()
})

test('accounts are listed newest first, in pages with links to the others', async () => {
  const [first, second, third] = [
    await createPerson(cluster),
    await createPerson(cluster),
    await createPerson(cluster),
  ]
  const total = (await cluster.admin.query('select 1 from auth.users')).rows.length
  const page = await admin().listUsers({ page: 1, perPage: 2 })
  expect(page.error).toBeNull()
  expect(page.data.users.map(({ id }) => id)).toEqual([third.id, second.id])
  expect(page.data).toMatchObject({
    aud: 'authenticated',
    total,
    nextPage: 2,
    lastPage: Math.ceil(total / 2),
  })
  const next = await admin().listUsers({ page: 2, perPage: 2 })
  expect(next.data.users[0]?.id).toBe(first.id)
  const all = await admin().listUsers()
  expect(all.data.users).toHaveLength(total)
  expect(all.data).toMatchObject({ nextPage: null, lastPage: 1 })
  expect((await admin().listUsers({ page: -1 })).error?.code).toBe('validation_failed')
})

test('a server creates an account without a mail, and can confirm it at once', async () => {
  const email = address()
  const { data, error } = await admin().createUser({
    email: email.toUpperCase(),
    password: 'correct horse',
    email_confirm: true,
    user_metadata: { name: 'Ada' },
    app_metadata: { plan: 'gold' },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email,
    user_metadata: { name: 'Ada', email_verified: true },
    app_metadata: { provider: 'email', providers: ['email'], plan: 'gold' },
  })
  expect(server.mailbox.list({ to: email })).toEqual([])
  expect((await signIn(email)).error).toBeNull()
  expect((await admin().createUser({ email, password: 'correct horse' })).error).toMatchObject({
    code: 'email_exists',
    status: 422,
  })

  const other = address()
  expect((await admin().createUser({ email: other })).error).toBeNull()
  expect((await signIn(other, '')).error?.code).toBe('invalid_credentials')
  const weak = await admin().createUser({ email: address(), password: '12345' })
  expect(weak.error?.code).toBe('weak_password')
  expect((await admin().createUser({ email: 'nobody' })).error?.code).toBe('validation_failed')
})

test('a server creates both links of a changed email, which then change it', async () => {
  const { id, email } = await createPerson(cluster)
  const next = address()
  const link = async (type: 'email_change_current' | 'email_change_new') =>
    (await admin().generateLink({ type, email, newEmail: next })).data.properties?.action_link
  const [fromOld, fromNew] = [await link('email_change_current'), await link('email_change_new')]
  expect((await follow(fromOld)).fragment.get('message')).toMatch(/^Confirmation link accepted/)
  expect((await admin().getUserById(id)).data.user?.email).toBe(email)
  expect((await follow(fromNew)).fragment.get('access_token')).toBeTruthy()
  expect((await admin().getUserById(id)).data.user?.email).toBe(next)
})

test('a server creates an account with exactly the given id, role and metadata', async () => {
  const id = randomUUID()
  const { data, error } = await admin().createUser({
    id,
    email: address(),
    role: 'anon',
    user_metadata: { name: 'Ada' },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ id, role: 'anon' })
  expect(data.user?.user_metadata).toEqual({ name: 'Ada' })
  expect(data.user?.identities?.[0]).toMatchObject({ id, user_id: id })
  const confirmed = await admin().createUser({ email: address(), email_confirm: true })
  expect(confirmed.data.user?.user_metadata).toEqual({ email_verified: true })
  const changed = await admin().updateUserById(id, { role: 'authenticated' })
  expect(changed.data.user?.role).toBe('authenticated')

  const wrong = await admin().createUser({ id: 'mine', email: address() })
  expect(wrong.error).toMatchObject({
    code: 'validation_failed',
    message: 'ID must conform to the uuid v4 format',
  })
})

test('a server reads, changes and deletes an account by its id', async () => {
  const person = await createPerson(cluster)
  const open = server.client()
  await open.auth.signInWithPassword(person)
  const email = address()
  const { data, error } = await admin().updateUserById(person.id, {
    email,
    password: 'another one',
    user_metadata: { name: 'Ada' },
    app_metadata: { plan: 'gold' },
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, app_metadata: { plan: 'gold', provider: 'email' } })
  expect((await open.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  expect((await signIn(email, 'another one')).error).toBeNull()
  const read = await admin().getUserById(person.id)
  expect(read.data.user).toMatchObject({
    email,
    user_metadata: { name: 'Ada' },
    identities: [{ identity_data: { email } }],
  })
  const taken = await admin().updateUserById(person.id, {
    email: (await createPerson(cluster)).email,
  })
  expect(taken.error).toMatchObject({ code: 'email_exists', status: 422 })

  expect((await admin().deleteUser(person.id, true)).error?.code).toBe('validation_failed')
  expect((await admin().deleteUser(person.id)).error).toBeNull()
  expect((await signIn(email, 'another one')).error?.code).toBe('invalid_credentials')
  for (const missing of [
    await admin().getUserById(person.id),
    await admin().updateUserById(person.id, {}),
    await admin().deleteUser(person.id),
  ]) {
    expect(missing.error).toMatchObject({ code: 'user_not_found', status: 404 })
  }
})

test('a server confirms an unconfirmed account', async () => {
  const email = address()
  const { data } = await server.client().auth.signUp({ email, password: 'correct horse' })
  expect((await signIn(email)).error?.code).toBe('email_not_confirmed')
  const changed = await admin().updateUserById(data.user?.id ?? '', { email_confirm: true })
  expect(changed.data.user?.email_confirmed_at).toBeTruthy()
  expect((await signIn(email)).error).toBeNull()
})

test('a ban stops a person for a time, including refreshes, and can be lifted', async () => {
  const person = await createPerson(cluster)
  const open = server.client()
  await open.auth.signInWithPassword(person)
  const { data } = await admin().updateUserById(person.id, { ban_duration: '1h30m' })
  const until = Date.parse(data.user?.banned_until ?? '')
  expect(Math.abs(until - Date.now() - 90 * 60_000)).toBeLessThan(60_000)
  expect((await signIn(person.email)).error?.code).toBe('user_banned')
  expect((await open.auth.refreshSession()).error?.code).toBe('user_banned')
  expect((await admin().updateUserById(person.id, { ban_duration: 'long' })).error?.code).toBe(
    'validation_failed',
  )
  await admin().updateUserById(person.id, { ban_duration: 'none' })
  expect((await signIn(person.email)).error).toBeNull()
})

test('an invited person opens the account from the mail and sets a password', async () => {
  const email = address()
  const invited = await admin().inviteUserByEmail(email, {
    data: { name: 'Ada' },
    redirectTo: `${server.siteUrl}/login`,
  })
  expect(invited.error).toBeNull()
  expect(invited.data.user).toMatchObject({ email, invited_at: expect.any(String) })
  expect((await signIn(email, '')).error?.code).toBe('invalid_credentials')

  const mail = server.lastMail(email)
  expect(mail.subject).toBe('You are invited to Rookies')
  const link = mail.links.find((it) => it.includes('/verify?'))
  const { target, fragment } = await follow(link)
  expect(target).toBe(`${server.siteUrl}/login`)
  expect(fragment.get('type')).toBe('invite')
  const client = server.client()
  await client.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  })
  expect((await client.auth.updateUser({ password: 'correct horse' })).error).toBeNull()
  expect((await signIn(email)).error).toBeNull()
  expect((await admin().inviteUserByEmail(email)).error?.code).toBe('email_exists')
})

test('a server that sends its own mails creates links', async () => {
  const { email } = await createPerson(cluster)
  for (const type of ['recovery', 'magiclink'] as const) {
    const { data, error } = await admin().generateLink({ type, email })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect(data.properties).toMatchObject({
      verification_type: type,
      redirect_to: server.siteUrl,
      email_otp: expect.stringMatching(/^\d{6}$/),
    })
    const redeemed = await server.client().auth.verifyOtp({
      type,
      token_hash: data.properties?.hashed_token ?? '',
    })
    expect(redeemed.error).toBeNull()
  }
  const fresh = address()
  const signup = await admin().generateLink({
    type: 'signup',
    email: fresh,
    password: 'correct horse',
    options: { data: { name: 'Ada' }, redirectTo: 'https://example.org/elsewhere' },
  })
  expect(signup.data.user?.user_metadata).toEqual({ name: 'Ada' })
  expect(signup.data.properties?.redirect_to).toBe(server.siteUrl)
  const followed = await follow(signup.data.properties?.action_link)
  expect(followed.fragment.get('type')).toBe('signup')
  expect((await signIn(fresh)).error).toBeNull()

  const invited = await admin().generateLink({ type: 'invite', email: address() })
  expect(invited.data.properties?.verification_type).toBe('invite')
  expect(invited.data.user?.invited_at).toBeTruthy()
  const unknown = await admin().generateLink({ type: 'magiclink', email: address() })
  expect(unknown.data.properties?.verification_type).toBe('signup')

  for (const type of ['signup', 'invite'] as const) {
    const known = await admin().generateLink({ type, email, password: 'correct horse' })
    expect(known.error?.code).toBe('email_exists')
  }
  const next = address()
  for (const type of ['email_change_current', 'email_change_new'] as const) {
    const { data, error } = await admin().generateLink({ type, email, newEmail: next })
    expect(error).toBeNull()
    expect(data.properties).toMatchObject({
      verification_type: type,
      action_link: expect.stringContaining('type=email_change&'),
    })
    expect(data.user?.new_email).toBe(next)
  }
  const taken = { email, newEmail: (await createPerson(cluster)).email }
  const change = await admin().generateLink({ type: 'email_change_new', ...taken })
  expect(change.error).toMatchObject({ code: 'email_exists', status: 422 })
  const stranger = { email: address(), newEmail: next }
  const unknownChange = await admin().generateLink({ type: 'email_change_new', ...stranger })
  expect(unknownChange.error).toMatchObject({ code: 'user_not_found', status: 404 })

  const nobody = await admin().generateLink({ type: 'recovery', email: address() })
  expect(nobody.error).toMatchObject({ code: 'user_not_found', status: 404 })
  expect(server.mailbox.list({ to: email })).toEqual([])
})

test('a server lists and removes factors, and lowers their sessions', async () => {
  const person = await createPerson(cluster)
  const client = server.client()
  await client.auth.signInWithPassword(person)
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const { id: factorId = '', totp } = data ?? {}
  const code = codeFor(totp?.secret ?? '', stepAt(Date.now()))
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()

  const listed = await admin().mfa.listFactors({ userId: person.id })
  expect(listed.data?.factors).toMatchObject([{ id: factorId, status: 'verified' }])
  expect(JSON.stringify(listed.data)).not.toContain(totp?.secret)
  const other = await createPerson(cluster)
  const foreign = await admin().mfa.deleteFactor({ userId: other.id, id: factorId })
  expect(foreign.error?.code).toBe('mfa_factor_not_found')
  expect((await admin().mfa.deleteFactor({ userId: person.id, id: factorId })).error).toBeNull()
  await client.auth.refreshSession()
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  })
})
