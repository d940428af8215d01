import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { atOnce } from '../../testing/at-once'
import { authForFile, follow, readJson } from '../../testing/auth-server'
import { createPerson } from '../../testing/people'

const { cluster, server } = await authForFile()

const person = () => createPerson(cluster)

async function expireTokens() {
  await cluster.admin.query(
    `update auth.one_time_tokens set expires_at = now() - interval '1 second'`,
  )
}

test('a person replaces a forgotten password through the link of the mail, on any device', async () => {
  const { email, password } = await person()
  const elsewhere = server.client()
  await elsewhere.auth.signInWithPassword({ email, password })

  await server.client('pkce').auth.resetPasswordForEmail(email)
  const phone = server.client('pkce')
  const { data, error } = await phone.auth.verifyOtp({
    type: 'recovery',
    token_hash: server.lastResetToken(email),
  })
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)

  const changed = await phone.auth.updateUser({ password: 'a better one' })
  expect(changed.error).toBeNull()
  expect((await phone.auth.getUser()).error).toBeNull()
  expect((await elsewhere.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  const old = await server.client().auth.signInWithPassword({ email, password })
  expect(old.error?.code).toBe('invalid_credentials')
  const fresh = await server.client().auth.signInWithPassword({ email, password: 'a better one' })
  expect(fresh.error).toBeNull()
})

test('the link of a mail works once', async () => {
  const { id, email } = await person()
  await server.client().auth.resetPasswordForEmail(email)
  const params = { type: 'recovery', token_hash: server.lastResetToken(email) } as const
  const answers = await atOnce(
    cluster,
    { text: 'select from auth.users where id = $1 for update', values: [id] },
    () => [server.client().auth.verifyOtp(params), server.client().auth.verifyOtp(params)],
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  expect(answers.find(({ error }) => error)?.error).toMatchObject({
    code: 'otp_expired',
    status: 403,
  })
})

test('links and codes expire', async () => {
  const { email } = await person()
  await server.client().auth.resetPasswordForEmail(email)
  const recovery = { type: 'recovery', token_hash: server.lastResetToken(email) } as const
  await expireTokens()
  expect((await server.client().auth.verifyOtp(recovery)).error?.code).toBe('otp_expired')

  await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const code = { type: 'email', email, token: server.lastCode(email) } as const
  await expireTokens()
  expect((await server.client().auth.verifyOtp(code)).error).toMatchObject({
    code: 'otp_expired',
    status: 403,
  })
})

test('a new mail voids the earlier one', async () => {
  const { email } = await person()
  await server.client().auth.resetPasswordForEmail(email)
  const first = server.lastResetToken(email)
  await server.client().auth.resetPasswordForEmail(email)
  const old = await server.client().auth.verifyOtp({ type: 'recovery', token_hash: first })
  expect(old.error?.code).toBe('otp_expired')
  const fresh = await server
    .client()
    .auth.verifyOtp({ type: 'recovery', token_hash: server.lastResetToken(email) })
  expect(fresh.error).toBeNull()
})

test('a person signs in with a six-digit code once, in either flow', async () => {
  for (const flow of ['implicit', 'pkce'] as const) {
    const { email, id } = await person()
    const client = server.client(flow)
    const asked = await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect(asked.error).toBeNull()
    expect(server.lastCode(email)).toMatch(/^\d{6}$/)
    const code = {
      type: 'email',
      email: email.toUpperCase(),
      token: server.lastCode(email),
    } as const
    const { data, error } = await client.auth.verifyOtp(code)
    expect(error).toBeNull()
    expect(data.session?.user.id).toBe(id)
    expect((await client.auth.verifyOtp(code)).error?.code).toBe('otp_expired')
  }
})

test('requests for a code or a new password get the same answer without an account', async () => {
  const { auth } = server.client()
  const options = { shouldCreateUser: false }
  expect(await auth.signInWithOtp({ email: 'nobody@example.test', options })).toEqual(
    await auth.signInWithOtp({ email: (await person()).email, options }),
  )
  expect(await auth.resetPasswordForEmail('nobody@example.test')).toEqual(
    await auth.resetPasswordForEmail((await person()).email),
  )
  expect(server.mailbox.list({ to: 'nobody@example.test' })).toEqual([])
  const { rows } = await cluster.admin.query(
    `select 1 from auth.users where email = 'nobody@example.test'`,
  )
  expect(rows).toEqual([])
})

test('the token of a link does not depend on email and code, and neither is stored', async () => {
  const { email } = await person()
  await server.client().auth.resetPasswordForEmail(email)
  const token = server.lastResetToken(email)
  await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const code = server.lastCode(email)
  const link = new URL(server.lastLink(email) ?? '').searchParams.get('token') ?? ''
  expect(link).toMatch(/^[0-9a-f]{64}$/)
  expect(link).not.toBe(token)
  for (const algorithm of ['sha224', 'sha256']) {
    const computed = createHash(algorithm)
      .update(email + code)
      .digest('hex')
    expect(link).not.toBe(computed)
    const token_hash = computed
    const { error } = await server.client().auth.verifyOtp({ type: 'magiclink', token_hash })
    expect(error?.code).toBe('otp_expired')
  }
  const { rows } = await cluster.admin.query('select t::text as row from auth.one_time_tokens t')
  for (const { row } of rows) for (const secret of [token, link]) expect(row).not.toContain(secret)
})

test('a code is valid only for the email that received it', async () => {
  const [one, other] = [await person(), await person()]
  const { auth } = server.client()
  await auth.signInWithOtp({ email: one.email, options: { shouldCreateUser: false } })
  const { error } = await auth.verifyOtp({
    type: 'email',
    email: other.email,
    token: server.lastCode(one.email),
  })
  expect(error?.code).toBe('otp_expired')
})

test('a code creates an account if the caller asks for that', async () => {
  const { auth } = server.client()
  const email = 'fresh@example.test'
  await auth.signInWithOtp({ email, options: { data: { name: 'Fresh' } } })
  const { fragment } = await follow(server.lastLink(email))
  expect(fragment.get('type')).toBe('signup')
  const { data } = await auth.getUser(fragment.get('access_token') ?? '')
  expect(data.user?.user_metadata).toMatchObject({ name: 'Fresh', email_verified: true })
})

test('the link of a PKCE client returns a code that only this client can exchange', async () => {
  const { email } = await person()
  const client = server.client('pkce')
  await client.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: `${server.siteUrl}/login` },
  })
  const { target, query, fragment } = await follow(server.lastLink(email))
  expect(target).toBe(`${server.siteUrl}/login`)
  expect([...fragment]).toEqual([])
  const code = query.get('code') ?? ''

  const stranger = await exchange(code, 'x'.repeat(43))
  expect(stranger).toEqual({ status: 400, code: 'bad_code_verifier' })
  const { data, error } = await client.auth.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
  expect(await exchange(code, 'x'.repeat(43))).toEqual({
    status: 404,
    code: 'flow_state_not_found',
  })
})

test('an auth code expires', async () => {
  const { email } = await person()
  const client = server.client('pkce')
  await client.auth.resetPasswordForEmail(email)
  const { query } = await follow(
    `${server.url}/auth/v1/verify?token=${server.lastResetToken(email)}&type=recovery`,
  )
  await cluster.admin.query(
    `update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes'`,
  )
  const { error } = await client.auth.exchangeCodeForSession(query.get('code') ?? '')
  expect(error).toMatchObject({ code: 'flow_state_expired', status: 422 })
})

test('a used link returns the error, for a PKCE client also in the query', async () => {
  for (const flow of ['implicit', 'pkce'] as const) {
    const { email } = await person()
    await server.client(flow).auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    await follow(server.lastLink(email))
    const { query, fragment } = await follow(server.lastLink(email))
    expect(Object.fromEntries(fragment)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
    expect(query.get('error_code')).toBe(flow === 'pkce' ? 'otp_expired' : null)
  }
})

test('a link redirects only where config.toml allows it', async () => {
  const { email } = await person()
  const targetFor = async (redirectTo: string) => {
    await server.client().auth.resetPasswordForEmail(email, { redirectTo })
    const [link] = server.lastMail(email).links.slice(-1)
    expect(link).toContain(`${server.siteUrl}/reset-password/`)
    const verify = `${server.url}/auth/v1/verify?type=recovery&token=${server.lastResetToken(email)}`
    return (await follow(`${verify}&redirect_to=${encodeURIComponent(redirectTo)}`)).target
  }
  expect(await targetFor(`${server.siteUrl}/reset-password`)).toBe(
    `${server.siteUrl}/reset-password`,
  )
  for (const elsewhere of ['/admin', '/login?from=/admin', '/login#x', '/reset-password/x']) {
    expect(await targetFor(server.siteUrl + elsewhere), elsewhere).toBe(`${server.siteUrl}/`)
  }
  expect(await targetFor('https://evil.example/login')).toBe(`${server.siteUrl}/`)
})

test('a banned person cannot use a link', async () => {
  const { id, email } = await person()
  await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  await cluster.admin.query(`update auth.users set banned_until = 'infinity' where id = $1`, [id])
  const { fragment } = await follow(server.lastLink(email))
  expect(fragment.get('error_code')).toBe('user_banned')
  expect(fragment.get('access_token')).toBeNull()
})

test('a link of one kind cannot be used as another', async () => {
  const { email } = await person()
  await server.client().auth.resetPasswordForEmail(email)
  const { error } = await server
    .client()
    .auth.verifyOtp({ type: 'email_change', token_hash: server.lastResetToken(email) })
  expect(error?.code).toBe('otp_expired')
  const nonsense = await fetch(`${server.url}/auth/v1/verify`, {
    method: 'POST',
    body: JSON.stringify({ type: 'nonsense', token_hash: 'x' }),
  })
  expect(await nonsense.json()).toMatchObject({ error_code: 'validation_failed' })
})

async function exchange(code: string, verifier: string) {
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  })
  return { status: answer.status, code: (await readJson(answer)).code }
}
