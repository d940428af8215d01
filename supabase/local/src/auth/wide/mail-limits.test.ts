import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type AuthConfig, readConfig } from '../../config'
import { authForFile, readJson, startAuth } from '../../testing/auth-server'
import { createPerson } from '../../testing/people'

const { cluster, server } = await authForFile()

const project = readConfig(fileURLToPath(new URL('../../../../config.toml', import.meta.url))).auth

const person = () => createPerson(cluster)

/** Starts Auth with the limits of the project's config.toml and a clock that the test moves. */
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
  /** Sends a request from this network address. */
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

test('an email gets one mail of each kind in a minute, and the answers do not reveal that', async () => {
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

test('a stranger cannot use up the mails of others, with unknown emails or with many', async () => {
  const strict = await asConfigured((config) => {
    config.rateLimit.emailSent = 100
  })
  const ask = (email: string, ip: string) => strict.post('/recover', { email }, ip)
  const unknown = Array.from({ length: 150 }, (_, n) => `nobody-${n}@example.test`)
  await Promise.all(unknown.map((email) => ask(email, '192.0.2.1')))
  const victims = Array.from({ length: 30 }, (_, n) => `victim-${n}@example.test`)
  const signedUp = victims.map((email) =>
    strict.post('/signup', { email, password: 'correct horse' }, '192.0.2.2'),
  )
  for (const { status } of await Promise.all(signedUp)) expect(status).toBe(200)
  const sent = strict.mailbox.list({}).filter(({ to }) => to.startsWith('victim-'))
  expect(sent).toHaveLength(10)
  const { email } = await person()
  expect(await ask(email, '192.0.2.3')).toEqual({ status: 200 })
  expect(strict.mailbox.list({ to: email })).toHaveLength(1)
  await strict.close()
})

test('wrong links, by POST and GET, limit only their network address', async () => {
  for (const method of ['POST', 'GET'] as const) {
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
        method === 'POST'
          ? (await strict.post('/verify', body)).status
          : (await fetch(url, { headers, redirect: 'manual' })).status,
      )
    }
    expect([...statuses]).toEqual([method === 'POST' ? 403 : 303, 429])
    const refused = await strict.post('/verify', { type: 'recovery', token_hash: 'x' })
    expect(refused).toMatchObject({ status: 429, code: 'over_request_rate_limit' })

    await strict.post('/recover', { email }, '192.0.2.2')
    const right = { type: 'recovery', token_hash: strict.lastResetToken(email) }
    expect((await strict.post('/verify', right, '192.0.2.2')).status).toBe(200)
    strict.wait(5 * 60)
    expect((await strict.post('/verify', { ...right, token_hash: 'x' })).status).toBe(403)
    await strict.close()
  }
})

test('wrong codes limit their network address too, for any account', async () => {
  const strict = await asConfigured()
  const guess = (count: number, ip: string) =>
    strict.post('/verify', { type: 'email', email: `g${count}@example.test`, token: '000000' }, ip)
  const statuses = []
  for (let count = 0; count < 31; count++) statuses.push((await guess(count, '192.0.2.1')).status)
  expect(statuses).toEqual([...Array(30).fill(403), 429])
  expect((await guess(0, '192.0.2.2')).status).toBe(403)
  await strict.close()
})

test('all people of a classroom can sign in from one network address', async () => {
  const strict = await asConfigured()
  const people = await Promise.all(Array.from({ length: 40 }, person))
  const ask = (email: string) => strict.post('/otp', { email, create_user: false })
  await Promise.all(people.map(({ email }) => ask(email)))
  for (const [count, { email }] of people.entries()) {
    const verify = (token: string) => strict.post('/verify', { type: 'email', email, token })
    if (count % 2 === 0) expect((await verify('wrong')).status).toBe(403)
    expect((await verify(strict.lastCode(email))).status).toBe(200)
  }
  await strict.close()
})

test('after a few wrong codes the right one is refused too', async () => {
  const { email } = await person()
  const { auth } = server.client()
  await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const right = server.lastCode(email)
  const wrong = right === '000000' ? '000001' : '000000'
  for (let count = 0; count < 5; count++) {
    const { error } = await auth.verifyOtp({ type: 'email', email, token: wrong })
    expect(error?.code).toBe('otp_expired')
  }
  const { error } = await auth.verifyOtp({ type: 'email', email, token: right })
  expect(error).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
})
