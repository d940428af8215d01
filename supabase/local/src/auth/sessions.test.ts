import { randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { atOnce } from '../testing/at-once'
import { authForFile, jwtSecret, readJson, startAuth } from '../testing/auth-server'
import { createPerson } from '../testing/people'

let { cluster, server } = await authForFile()

const person = () => createPerson(cluster)

async function signedIn(who?: { email: string; password: string }) {
  const account = who ?? (await person())
  const client = server.client()
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  return { client, account, session: data.session, user: data.user }
}

/** Refreshes without auth-js, which would merge concurrent calls. */
async function refresh(token: string) {
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ refresh_token: token }),
  })
  const body = await readJson(answer)
  return { status: answer.status, token: String(body.refresh_token ?? ''), code: body.code }
}

/** Moves the use of a token further back than the reuse interval. */
async function age(token: string) {
  await cluster.admin.query(
    `update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where token = $1`,
    [token],
  )
}

test('a session records its person, device and network address', async () => {
  const { account } = await signedIn()
  const { rows } = await cluster.admin.query(
    `select s.aal, s.ip, s.user_agent is not null as agent, u.last_sign_in_at is not null as seen
     from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1`,
    [account.email],
  )
  expect(rows).toEqual([{ aal: 'aal1', ip: '127.0.0.1', agent: true, seen: true }])
})

test('a wrong password and an unknown email get the same answer', async () => {
  const { email, password } = await person()
  const wrong = await server.client().auth.signInWithPassword({ email, password: 'wrong' })
  const unknown = await server
    .client()
    .auth.signInWithPassword({ email: 'nobody@example.test', password })
  expect(wrong.error).toMatchObject({ code: 'invalid_credentials', status: 400 })
  expect(unknown.error).toMatchObject({
    code: 'invalid_credentials',
    status: 400,
    message: wrong.error?.message,
  })
})

test('a banned person learns of the ban only after the right password, and cannot sign in', async () => {
  const { client, account, user, session } = await signedIn()
  await cluster.admin.query(`update auth.users set banned_until = 'infinity' where id = $1`, [
    user.id,
  ])
  const wrong = await server.client().auth.signInWithPassword({ ...account, password: 'wrong' })
  expect(wrong.error?.code).toBe('invalid_credentials')
  const right = await server.client().auth.signInWithPassword(account)
  expect(right.error).toMatchObject({ code: 'user_banned', status: 400 })
  expect((await client.auth.getUser(session.access_token)).error?.code).toBe('user_banned')
  expect(await refresh(session.refresh_token)).toMatchObject({ status: 400, code: 'user_banned' })
})

test('a refresh token is replaced, within the same session', async () => {
  const { client, session } = await signedIn()
  const { data, error } = await client.auth.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  const [before, after] = [session, data.session].map((it) => decodeJwt(it?.access_token ?? ''))
  expect(after?.session_id).toBe(before?.session_id)
  expect(after?.amr).toEqual(before?.amr)
  const { rows } = await cluster.admin.query(
    'select refreshed_at is not null as refreshed from auth.sessions where id = $1',
    [after?.session_id],
  )
  expect(rows).toEqual([{ refreshed: true }])
})

test('the parent of the active token gets the active one at any later time', async () => {
  const { session } = await signedIn()
  const first = await refresh(session.refresh_token)
  await age(session.refresh_token)
  const again = await refresh(session.refresh_token)
  expect(again).toMatchObject({ status: 200, token: first.token })
})

test('ten tabs that refresh at the same time all stay signed in with the same token', async () => {
  const { session, user } = await signedIn()
  const answers = await atOnce(
    cluster,
    { text: 'select from auth.sessions where user_id = $1 for update', values: [user.id] },
    () => Array.from({ length: 10 }, () => refresh(session.refresh_token)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const [issued, ...others] = [...new Set(answers.map(({ token }) => token))]
  expect(others).toEqual([])
  expect((await refresh(issued ?? '')).status).toBe(200)
})

test('an older token is accepted within the reuse interval', async () => {
  const { session } = await signedIn()
  const second = await refresh(session.refresh_token)
  const third = await refresh(second.token)
  expect(await refresh(session.refresh_token)).toMatchObject({ status: 200, token: third.token })
})

test('an older token that is used after the reuse interval revokes the whole family', async () => {
  const { session } = await signedIn()
  const second = await refresh(session.refresh_token)
  const third = await refresh(second.token)
  await age(session.refresh_token)
  const stolen = await refresh(session.refresh_token)
  expect(stolen).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  expect(await refresh(third.token)).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
  })
  expect(await refresh(second.token)).toMatchObject({ status: 400 })
})

test('an unknown refresh token is refused by code', async () => {
  expect(await refresh('nothing')).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  expect(await refresh('')).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('an expired session cannot be refreshed', async () => {
  const { session, user } = await signedIn()
  await cluster.admin.query(
    `update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`,
    [user.id],
  )
  expect(await refresh(session.refresh_token)).toMatchObject({ code: 'session_expired' })
})

test('a sign-out ends this session, the others, or all', async () => {
  const account = await person()
  const [here, there, elsewhere] = [
    await signedIn(account),
    await signedIn(account),
    await signedIn(account),
  ]
  const works = async ({ client, session }: Awaited<ReturnType<typeof signedIn>>) =>
    (await client.auth.getUser(session.access_token)).error === null

  expect((await here.client.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect([await works(here), await works(there), await works(elsewhere)]).toEqual([
    false,
    true,
    true,
  ])
  expect(await refresh(here.session.refresh_token)).toMatchObject({
    code: 'refresh_token_not_found',
  })

  await there.client.auth.signOut({ scope: 'others' })
  expect([await works(there), await works(elsewhere)]).toEqual([true, false])

  const back = await signedIn(account)
  await back.client.auth.signOut({ scope: 'global' })
  expect([await works(there), await works(back)]).toEqual([false, false])
})

test('a token without its session or account is refused although its signature is valid', async () => {
  const ended = await signedIn()
  await cluster.admin.query('delete from auth.sessions where user_id = $1', [ended.user.id])
  const sessionGone = await get('/user', ended.session.access_token)
  expect(sessionGone).toEqual({ status: 403, code: 'session_not_found' })

  const deleted = await signedIn()
  await cluster.admin.query('delete from auth.users where id = $1', [deleted.user.id])
  expect(await get('/user', deleted.session.access_token)).toEqual({
    status: 403,
    code: 'user_not_found',
  })
  expect(await refresh(deleted.session.refresh_token)).toMatchObject({
    code: 'refresh_token_not_found',
  })
})

test('a missing, invalid or expired token and one without a person are refused by code', async () => {
  const sign = (claims: Record<string, unknown>, secret: string, expires: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(expires)
      .sign(new TextEncoder().encode(secret))
  const now = Math.floor(Date.now() / 1000)
  const sub = randomUUID()

  expect(await get('/user')).toEqual({ status: 401, code: 'no_authorization' })
  expect(await get('/user', 'nonsense')).toEqual({ status: 403, code: 'bad_jwt' })
  const forged = await sign({ sub }, 'another secret that is long enough', now + 60)
  expect(await get('/user', forged)).toEqual({ status: 403, code: 'bad_jwt' })
  const expired = await sign({ sub }, jwtSecret, now - 1)
  expect(await get('/user', expired)).toEqual({ status: 403, code: 'bad_jwt' })
  const apiKey = await sign({ role: 'service_role' }, jwtSecret, now + 60)
  expect(await get('/user', apiKey)).toEqual({ status: 403, code: 'bad_jwt' })
})

test('after too many wrong passwords, sign-ins with one email have to wait, but not those with other emails', async () => {
  const [target, other] = [await person(), await person()]
  const guess = () => server.client().auth.signInWithPassword({ ...target, password: 'wrong' })
  let last = await guess()
  for (let count = 1; count < 21; count++) last = await guess()
  expect(last.error).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
  const right = await server.client().auth.signInWithPassword(target)
  expect(right.error?.code).toBe('over_request_rate_limit')
  expect((await server.client().auth.signInWithPassword(other)).error).toBeNull()
})

test('requests of one caller are limited as config.toml sets', async () => {
  const strict = await startAuth(cluster, (config) => {
    config.rateLimit.signInSignUps = 2
  })
  const { email, password } = await person()
  const from = async (ip: string) => {
    const answer = await fetch(`${strict.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'x-forwarded-for': ip },
      body: JSON.stringify({ email, password }),
    })
    return answer.status
  }
  expect([await from('10.0.0.1'), await from('10.0.0.1'), await from('10.0.0.1')]).toEqual([
    200, 200, 429,
  ])
  expect(await from('10.0.0.2')).toBe(200)
  await strict.close()
})

test('a restart of the service keeps everybody signed in', async () => {
  const { session } = await signedIn()
  await server.close()
  server = await startAuth(cluster)
  expect((await refresh(session.refresh_token)).status).toBe(200)
})

test('health, settings and keys answer without a token', async () => {
  expect(await (await fetch(`${server.url}/auth/v1/health`)).json()).toMatchObject({
    name: 'GoTrue',
  })
  expect(await (await fetch(`${server.url}/auth/v1/settings`)).json()).toMatchObject({
    external: { email: true, phone: false },
    disable_signup: false,
    mailer_autoconfirm: false,
  })
  expect(await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).json()).toEqual({
    keys: [],
  })
})

async function get(path: string, token?: string) {
  const answer = await fetch(`${server.url}/auth/v1${path}`, {
    headers: {
      'x-supabase-api-version': '2024-01-01',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })
  return { status: answer.status, code: (await readJson(answer)).code }
}
