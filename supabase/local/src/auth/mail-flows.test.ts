import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthConfig, readConfig } from '../config'
import { atOnce } from '../testing/at-once'
import { type AuthServer, follow, readJson, startAuth } from '../testing/auth-server'
import { startCluster, type TestCluster } from '../testing/cluster'
import { createPerson } from '../testing/people'

let cluster: TestCluster
let server: AuthServer

beforeAll(async () => {
  cluster = await startCluster()
  server = await startAuth(cluster)
})

afterAll(async () => {
  await server.close()
  await cluster.stop()
})

const project = readConfig(fileURLToPath(new URL('../../../config.toml', import.meta.url))).auth

const person = () => createPerson(cluster)
const codeFor = (email: string) => server.lastMail(email).code ?? ''
const linkFor = (email: string) =>
  server.lastMail(email).links.find((it) => it.includes('/verify?'))

async function expireTokens() {
  await cluster.admin.query(
    `update auth.one_time_tokens set expires_at = now() - interval '1 second'`,
  )
}

/** The token at the end of the link of a recovery mail. */
function resetToken(email: string): string {
  const link = server.lastMail(email).links.find((it) => it.includes('/reset-password/')) ?? ''
  expect(link.startsWith(`${server.siteUrl}/reset-password/`)).toBe(true)
  return link.split('/').at(-1) ?? ''
}

test('a forgotten password is replaced through the link of the mail, on any device', async () => {
  const { email, password } = await person()
  const elsewhere = server.client()
  await elsewhere.auth.signInWithPassword({ email, password })

  await server.client('pkce').auth.resetPasswordForEmail(email)
  const phone = server.client('pkce')
  const { data, error } = await phone.auth.verifyOtp({
    type: 'recovery',
    token_hash: resetToken(email),
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
  const params = { type: 'recovery', token_hash: resetToken(email) } as const
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
  const recovery = { type: 'recovery', token_hash: resetToken(email) } as const
  await expireTokens()
  expect((await server.client().auth.verifyOtp(recovery)).error?.code).toBe('otp_expired')

  await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const code = { type: 'email', email, token: codeFor(email) } as const
  await expireTokens()
  expect((await server.client().auth.verifyOtp(code)).error).toMatchObject({
    code: 'otp_expired',
    status: 403,
  })
})

test('a new mail makes the one before it useless', async () => {
  const { email } = await person()
  await server.client().auth.resetPasswordForEmail(email)
  const first = resetToken(email)
  await server.client().auth.resetPasswordForEmail(email)
  const old = await server.client().auth.verifyOtp({ type: 'recovery', token_hash: first })
  expect(old.error?.code).toBe('otp_expired')
  const fresh = await server
    .client()
    .auth.verifyOtp({ type: 'recovery', token_hash: resetToken(email) })
  expect(fresh.error).toBeNull()
})

test('a six-digit code logs in, in either flow, once', async () => {
  for (const flow of ['implicit', 'pkce'] as const) {
    const { email, id } = await person()
    const client = server.client(flow)
    const asked = await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect(asked.error).toBeNull()
    expect(codeFor(email)).toMatch(/^\d{6}$/)
    const code = { type: 'email', email: email.toUpperCase(), token: codeFor(email) } as const
    const { data, error } = await client.auth.verifyOtp(code)
    expect(error).toBeNull()
    expect(data.session?.user.id).toBe(id)
    expect((await client.auth.verifyOtp(code)).error?.code).toBe('otp_expired')
  }
})

test('asking for a code or a new password says the same to an address without an account', async () => {
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

/** The service with the limits that the project's config.toml has, on a clock of its own. */
async function asConfigured(change: (config: AuthConfig) => void = () => {}) {
  let now = Date.now()
  const strict = await startAuth(
    cluster,
    (config) => {
      Object.assign(config.email, { maxFrequency: project.email.maxFrequency })
      change(config)
    },
    () => now,
  )
  const wait = (seconds: number) => {
    now += seconds * 1000
  }
  /** As from that network address. */
  const post = async (path: string, body: object, ip = '192.0.2.1') => {
    const answer = await fetch(`${strict.url}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': ip, 'x-supabase-api-version': '2024-01-01' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, ...(await readJson(answer)) }
  }
  return { ...strict, wait, post }
}

test('one mail a minute and kind leaves for an address, and the answers tell nothing of it', async () => {
  const strict = await asConfigured()
  const { email } = await person()
  for (const address of [email, 'nobody@example.test']) {
    for (let count = 0; count < 5; count++) {
      expect(await strict.post('/recover', { email: address })).toEqual({ status: 200 })
      const code = { email: address, create_user: false }
      expect(await strict.post('/otp', code)).toEqual({ status: 200 })
    }
  }
  const kinds = () => strict.mailbox.list({ to: email }).map(({ subject }) => subject.split(':')[0])
  expect(kinds().sort()).toEqual(['Reset your password', 'Your code to log in'])
  strict.wait(60)
  await strict.post('/recover', { email })
  expect(kinds()).toHaveLength(3)
  await strict.close()
})

test('no stranger uses up the mails of others: neither with unknown addresses nor with many', async () => {
  const strict = await asConfigured((config) => {
    config.rateLimit.emailSent = 100
  })
  const ask = (email: string, ip: string) => strict.post('/recover', { email }, ip)
  for (let count = 0; count < 150; count++) await ask(`nobody-${count}@example.test`, '192.0.2.1')
  for (let count = 0; count < 30; count++) {
    const account = { email: `victim-${count}@example.test`, password: 'correct horse' }
    expect((await strict.post('/signup', account, '192.0.2.2')).status).toBe(200)
  }
  const sent = strict.mailbox.list({}).filter(({ to }) => to.startsWith('victim-'))
  expect(sent).toHaveLength(10)
  const { email } = await person()
  expect(await ask(email, '192.0.2.3')).toEqual({ status: 200 })
  expect(strict.mailbox.list({ to: email })).toHaveLength(1)
  await strict.close()
})

test('the token of a link has nothing to do with address and code, and neither is kept', async () => {
  const { email } = await person()
  await server.client().auth.resetPasswordForEmail(email)
  const token = resetToken(email)
  await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const code = codeFor(email)
  const link = new URL(linkFor(email) ?? '').searchParams.get('token') ?? ''
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

test('wrong links are cut short for their network address: by either door, and for nobody else', async () => {
  for (const door of ['POST', 'GET'] as const) {
    const strict = await asConfigured()
    const { email } = await person()
    const statuses = new Set<number>()
    for (let count = 0; count < 150; count++) {
      const token = createHash('sha224')
        .update(`${email}${100000 + count}`)
        .digest('hex')
      const body = { type: 'recovery', token_hash: token }
      const url = `${strict.url}/auth/v1/verify?type=recovery&token=${token}`
      const headers = { 'x-forwarded-for': '192.0.2.1' }
      statuses.add(
        door === 'POST'
          ? (await strict.post('/verify', body)).status
          : (await fetch(url, { headers, redirect: 'manual' })).status,
      )
    }
    expect([...statuses]).toEqual([door === 'POST' ? 403 : 303, 429])
    const refused = await strict.post('/verify', { type: 'recovery', token_hash: 'x' })
    expect(refused).toMatchObject({ status: 429, code: 'over_request_rate_limit' })

    await strict.post('/recover', { email }, '192.0.2.2')
    const link = strict.lastMail(email).links.find((it) => it.includes('/reset-password/')) ?? ''
    const right = { type: 'recovery', token_hash: link.split('/').at(-1) }
    expect((await strict.post('/verify', right, '192.0.2.2')).status).toBe(200)
    strict.wait(5 * 60)
    expect((await strict.post('/verify', { ...right, token_hash: 'x' })).status).toBe(403)
    await strict.close()
  }
})

test('wrong codes count for their network address too, whoever’s account they are for', async () => {
  const strict = await asConfigured()
  const guess = (count: number, ip: string) =>
    strict.post('/verify', { type: 'email', email: `g${count}@example.test`, token: '000000' }, ip)
  const statuses = []
  for (let count = 0; count < 31; count++) statuses.push((await guess(count, '192.0.2.1')).status)
  expect(statuses).toEqual([...Array(30).fill(403), 429])
  expect((await guess(0, '192.0.2.2')).status).toBe(403)
  await strict.close()
})

test('a class room logs in from one network address', async () => {
  const strict = await asConfigured()
  for (let count = 0; count < 40; count++) {
    const { email } = await person()
    await strict.post('/otp', { email, create_user: false })
    const verify = (token: string) => strict.post('/verify', { type: 'email', email, token })
    if (count % 2 === 0) expect((await verify('wrong')).status).toBe(403)
    expect((await verify(strict.lastMail(email).code ?? '')).status).toBe(200)
  }
  await strict.close()
})

test('after a few wrong codes the right one does not help either', async () => {
  const { email } = await person()
  const { auth } = server.client()
  await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const right = codeFor(email)
  const wrong = right === '000000' ? '000001' : '000000'
  for (let count = 0; count < 5; count++) {
    const { error } = await auth.verifyOtp({ type: 'email', email, token: wrong })
    expect(error?.code).toBe('otp_expired')
  }
  const { error } = await auth.verifyOtp({ type: 'email', email, token: right })
  expect(error).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
})

test('a code fits only the address it was sent to', async () => {
  const [one, other] = [await person(), await person()]
  const { auth } = server.client()
  await auth.signInWithOtp({ email: one.email, options: { shouldCreateUser: false } })
  const { error } = await auth.verifyOtp({
    type: 'email',
    email: other.email,
    token: codeFor(one.email),
  })
  expect(error?.code).toBe('otp_expired')
})

test('a code may open an account, when the caller wants that', async () => {
  const { auth } = server.client()
  const email = 'fresh@example.test'
  await auth.signInWithOtp({ email, options: { data: { name: 'Fresh' } } })
  const { fragment } = await follow(linkFor(email))
  expect(fragment.get('type')).toBe('signup')
  const { data } = await auth.getUser(fragment.get('access_token') ?? '')
  expect(data.user?.user_metadata).toMatchObject({ name: 'Fresh', email_verified: true })
})

test('the link of a PKCE client leads back with a code that only this client can exchange', async () => {
  const { email } = await person()
  const client = server.client('pkce')
  await client.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: `${server.siteUrl}/login` },
  })
  const { target, query, fragment } = await follow(linkFor(email))
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

test('a code that waits too long is refused', async () => {
  const { email } = await person()
  const client = server.client('pkce')
  await client.auth.resetPasswordForEmail(email)
  const { query } = await follow(
    `${server.url}/auth/v1/verify?token=${resetToken(email)}&type=recovery`,
  )
  await cluster.admin.query(
    `update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes'`,
  )
  const { error } = await client.auth.exchangeCodeForSession(query.get('code') ?? '')
  expect(error).toMatchObject({ code: 'flow_state_expired', status: 422 })
})

test('a used link leads back with the error: in the query as well for a PKCE client', async () => {
  for (const flow of ['implicit', 'pkce'] as const) {
    const { email } = await person()
    await server.client(flow).auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    await follow(linkFor(email))
    const { query, fragment } = await follow(linkFor(email))
    expect(Object.fromEntries(fragment)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
    expect(query.get('error_code')).toBe(flow === 'pkce' ? 'otp_expired' : null)
  }
})

test('a link leads only where config.toml allows', async () => {
  const { email } = await person()
  const targetFor = async (redirectTo: string) => {
    await server.client().auth.resetPasswordForEmail(email, { redirectTo })
    const [link] = server.lastMail(email).links.slice(-1)
    expect(link).toContain(`${server.siteUrl}/reset-password/`)
    const verify = `${server.url}/auth/v1/verify?type=recovery&token=${resetToken(email)}`
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

test('a changed address is confirmed from the old one and from the new one', async () => {
  for (const flow of ['implicit', 'pkce'] as const) {
    const { email, password } = await person()
    const next = `new-${email}`
    const client = server.client(flow)
    await client.auth.signInWithPassword({ email, password })
    const asked = await client.auth.updateUser({ email: next })
    expect(asked.error).toBeNull()
    expect(asked.data.user).toMatchObject({ email, new_email: next })
    expect(server.lastMail(email).html).toContain(next)

    const half = await follow(linkFor(email))
    expect(half.fragment.get('message')).toMatch(/Please proceed to confirm/)
    expect((await client.auth.getUser()).data.user?.email).toBe(email)

    const whole = await follow(linkFor(next))
    expect(flow === 'pkce' ? whole.query.get('code') : whole.fragment.get('type')).toBeTruthy()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ email: next })
    expect(data.user?.new_email).toBeUndefined()
    expect(data.user?.identities?.[0]?.identity_data?.email).toBe(next)
  }
})

test('the mails of a change can be asked for again', async () => {
  const { email, password } = await person()
  const client = server.client()
  await client.auth.signInWithPassword({ email, password })
  await client.auth.updateUser({ email: `again-${email}` })
  await client.auth.resend({ type: 'email_change', email })
  expect(server.mailbox.list({ to: `again-${email}` })).toHaveLength(2)
})

test('a change to a taken address is answered and goes on like one to a free address', async () => {
  const other = await person()
  const outcomes = []
  for (const wanted of [other.email, `free-${other.email}`]) {
    const one = await person()
    const { auth } = server.client()
    await auth.signInWithPassword(one)
    const asked = await auth.updateUser({ email: wanted })
    const resent = await auth.resend({ type: 'email_change', email: one.email })
    const half = await follow(linkFor(one.email))
    const { data } = await auth.getUser()
    const guessed = await auth.verifyOtp({ type: 'email_change', email: wanted, token: '000000' })
    const told = JSON.stringify({
      asked: [asked.error, Object.keys(asked.data.user ?? {}), asked.data.user?.new_email],
      resent: resent.error,
      half: String(half.fragment),
      read: [Object.keys(data.user ?? {}), data.user?.new_email, data.user?.email],
      guessed: guessed.error?.code,
    })
    outcomes.push(told.replaceAll(wanted, 'wanted').replaceAll(one.email, 'old'))
  }
  expect(outcomes[0]).toBe(outcomes[1])
  expect(server.mailbox.list({ to: other.email })).toEqual([])
  expect(server.lastMail(`free-${other.email}`).links).not.toEqual([])
})

test('an address that was free and is taken by now cannot be changed to', async () => {
  const [one, other] = [await person(), await person()]
  const client = server.client()
  await client.auth.signInWithPassword(one)
  const wanted = `wanted-${one.email}`
  await client.auth.updateUser({ email: wanted })
  await cluster.admin.query('update auth.users set email = $1 where id = $2', [wanted, other.id])
  await follow(linkFor(one.email))
  const { fragment } = await follow(linkFor(wanted))
  expect(fragment.get('error_code')).toBe('email_exists')
})

test('a password is not changed to itself or to a weak one', async () => {
  const { email, password } = await person()
  const client = server.client()
  await client.auth.signInWithPassword({ email, password })
  expect((await client.auth.updateUser({ password })).error).toMatchObject({
    code: 'same_password',
    status: 422,
  })
  expect((await client.auth.updateUser({ password: '12345' })).error?.code).toBe('weak_password')
})

test('changing the password ends the other sessions and voids the links under way', async () => {
  const { email, password } = await person()
  const [here, there] = [server.client(), server.client()]
  await here.auth.signInWithPassword({ email, password })
  await there.auth.signInWithPassword({ email, password })
  await here.auth.resetPasswordForEmail(email)
  await here.auth.updateUser({ password: 'a better one' })
  expect((await here.auth.getUser()).error).toBeNull()
  expect((await there.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  const link = await there.auth.verifyOtp({ type: 'recovery', token_hash: resetToken(email) })
  expect(link.error?.code).toBe('otp_expired')
})

test('metadata is merged, and null takes a key away', async () => {
  const { email, password } = await person()
  const client = server.client()
  await client.auth.signInWithPassword({ email, password })
  await client.auth.updateUser({ data: { name: 'Ada', phone: '1' } })
  const { data } = await client.auth.updateUser({ data: { phone: null } })
  expect(data.user?.user_metadata).toEqual({ name: 'Ada' })
})

test('nobody writes their own app_metadata', async () => {
  const { email, password } = await person()
  const { data } = await server.client().auth.signInWithPassword({ email, password })
  const answer = await fetch(`${server.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ app_metadata: { role: 'ADMIN' }, role: 'service_role' }),
  })
  expect(await answer.json()).toMatchObject({ error_code: 'not_admin' })
})

test('with secure_password_change an old session needs the code of a fresh mail', async () => {
  const careful = await startAuth(cluster, (config) => {
    config.email.securePasswordChange = true
  })
  const { id, email, password } = await person()
  const { auth } = careful.client()
  await auth.signInWithPassword({ email, password })
  await cluster.admin.query(
    `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
    [id],
  )
  const change = { password: 'a better one' }
  expect((await auth.updateUser(change)).error?.code).toBe('reauthentication_needed')
  await auth.reauthenticate()
  const nonce = careful.lastMail(email).code ?? ''
  expect((await auth.updateUser({ ...change, nonce: 'wrong' })).error).toMatchObject({
    code: 'reauthentication_not_valid',
    status: 422,
  })
  expect((await auth.updateUser({ ...change, nonce })).error).toBeNull()
  await careful.close()
})

test('whoever is banned gets nothing for a link', async () => {
  const { id, email } = await person()
  await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  await cluster.admin.query(`update auth.users set banned_until = 'infinity' where id = $1`, [id])
  const { fragment } = await follow(linkFor(email))
  expect(fragment.get('error_code')).toBe('user_banned')
  expect(fragment.get('access_token')).toBeNull()
})

test('a link of one kind does not serve as another', async () => {
  const { email } = await person()
  await server.client().auth.resetPasswordForEmail(email)
  const { error } = await server
    .client()
    .auth.verifyOtp({ type: 'email_change', token_hash: resetToken(email) })
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
