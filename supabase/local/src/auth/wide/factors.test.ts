import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../testing/at-once'
import { type AuthServer, startAuth } from '../../testing/auth-server'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { createPerson, type Person } from '../../testing/people'
import { codeFor, stepAt } from '../totp'

let cluster: TestCluster
let server: AuthServer
/** Milliseconds since 1970; tests move the clock. */
let clock = Date.now()

const minute = 60_000

beforeAll(async () => {
  cluster = await startCluster()
  server = await startAuth(cluster, undefined, () => clock)
})

afterAll(async () => {
  await server.close()
  await cluster.stop()
})

// Each test has its own codes and limits.
beforeEach(() => {
  clock += 10 * minute
})

/** Returns the code that an authenticator app shows `steps` half minutes from now. */
const codeOf = (secret: string, steps = 0) => codeFor(secret, stepAt(clock) + steps)

async function signIn(person: Person): Promise<SupabaseClient> {
  const client = server.client()
  const { error } = await client.auth.signInWithPassword(person)
  expect(error).toBeNull()
  return client
}

async function enrol(client: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret, data }
}

const verify = (client: SupabaseClient, factorId: string, code: string) =>
  client.auth.mfa.challengeAndVerify({ factorId, code })

/** Returns a client that is signed in at aal2, with a verified authenticator app. */
async function enrolled() {
  const person = await createPerson(cluster)
  const client = await signIn(person)
  const factor = await enrol(client)
  const { error } = await verify(client, factor.id, codeOf(factor.secret))
  expect(error).toBeNull()
  clock += minute
  return { person, client, factor }
}

const levels = async (client: SupabaseClient) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data
const tokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.access_token ?? ''

test('an authenticator app is enrolled with a QR code, a secret and an address that agree', async () => {
  const person = await createPerson(cluster)
  const client = await signIn(person)
  const { data, secret } = await enrol(client)
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const uri = new URL(data.totp.uri)
  expect(uri.protocol).toBe('otpauth:')
  expect(uri.pathname).toContain(encodeURIComponent(person.email))
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    algorithm: 'SHA1',
    digits: '6',
    issuer: new URL(server.siteUrl).host,
    period: '30',
    secret,
  })
  // auth-js builds an image address from the SVG, which must not contain a character that ends the address
  // early.
  expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/s)

  const { data: listed } = await client.auth.mfa.listFactors()
  expect(listed?.totp).toEqual([])
  expect(listed?.all).toEqual([
    {
      id: data.id,
      factor_type: 'totp',
      friendly_name: 'Phone',
      status: 'unverified',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_challenged_at: null,
    },
  ])
  expect(JSON.stringify(listed)).not.toContain(secret)
  const kept = await cluster.admin.query('select secret from auth.mfa_factors where id = $1', [
    data.id,
  ])
  expect(kept.rows).toEqual([{ secret }])
  expect(await levels(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
})

test('a right code raises the session to aal2 and ends the weaker ones', async () => {
  const person = await createPerson(cluster)
  const [client, elsewhere] = [await signIn(person), await signIn(person)]
  const factor = await enrol(client)
  const before = (await client.auth.getSession()).data.session
  const weaker = (await elsewhere.auth.getSession()).data.session
  const { data, error } = await verify(client, factor.id, codeOf(factor.secret))
  expect(error).toBeNull()
  expect(data?.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }])
  expect(decodeJwt(data?.access_token ?? '')).toMatchObject({
    aal: 'aal2',
    session_id: decodeJwt(before?.access_token ?? '').session_id,
    amr: [
      { method: 'totp', timestamp: expect.any(Number) },
      { method: 'password', timestamp: expect.any(Number) },
    ],
  })
  expect(await levels(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1)

  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const refused = await server
    .client()
    .auth.refreshSession({ refresh_token: weaker?.refresh_token ?? '' })
  expect(refused.error?.code).toBe('refresh_token_not_found')

  const refreshed = await client.auth.refreshSession()
  expect(decodeJwt(refreshed.data.session?.access_token ?? '')).toMatchObject({ aal: 'aal2' })
  // The earlier refresh token is not accepted any more once the grace period for other tabs is over.
  await cluster.admin.query(
    `update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where token = $1`,
    [before?.refresh_token],
  )
  const stale = await server
    .client()
    .auth.refreshSession({ refresh_token: before?.refresh_token ?? '' })
  expect(stale.error?.code).toBe('refresh_token_already_used')
})

test('signing in again starts at aal1, and the challenge leads to aal2', async () => {
  const { person, factor, client } = await enrolled()
  const again = await signIn(person)
  expect(await levels(again)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  const challenge = await again.auth.mfa.challenge({ factorId: factor.id })
  expect(challenge.data).toMatchObject({
    type: 'totp',
    expires_at: Math.floor((clock + 5 * minute) / 1000),
  })
  const { error } = await again.auth.mfa.verify({
    factorId: factor.id,
    challengeId: challenge.data?.id ?? '',
    code: codeOf(factor.secret),
  })
  expect(error).toBeNull()
  expect(await levels(again)).toMatchObject({ currentLevel: 'aal2' })
  // The other session was already at aal2.
  expect((await client.auth.getUser()).error).toBeNull()
})

test('a code works once, also for concurrent requests, and expires after a minute and a half', async () => {
  const { person, factor } = await enrolled()
  const clients = [await signIn(person), await signIn(person)]
  const code = codeOf(factor.secret)
  const answers = await atOnce(
    cluster,
    { text: 'select from auth.users where id = $1 for update', values: [person.id] },
    () => clients.map((client) => verify(client, factor.id, code)),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)

  const third = await signIn(person)
  const replayed = await verify(third, factor.id, code)
  expect(replayed.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
  for (const steps of [-2, 2]) {
    const { error } = await verify(third, factor.id, codeOf(factor.secret, steps))
    expect(error?.code).toBe('mfa_verification_failed')
  }
  expect((await verify(third, factor.id, codeOf(factor.secret, 1))).error).toBeNull()
})

test('wrong codes are counted, also concurrent ones, and then the person has to wait', async () => {
  const { person, factor } = await enrolled()
  const client = await signIn(person)
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => verify(client, factor.id, 'nope00')),
  )
  const codes = answers.map(({ error }) => error?.code)
  expect(codes.filter((code) => code === 'mfa_verification_failed')).toHaveLength(5)
  expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(2)
  const right = await verify(client, factor.id, codeOf(factor.secret))
  expect(right.error).toMatchObject({ code: 'over_request_rate_limit', status: 429 })
  clock += 6 * minute
  expect((await verify(client, factor.id, codeOf(factor.secret))).error).toBeNull()
})

test('a challenge is valid for one code, one factor and five minutes', async () => {
  const { person, factor } = await enrolled()
  const client = await signIn(person)
  const challengeId = (await client.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? ''
  const answer = (id: string, code: string) =>
    client.auth.mfa.verify({ factorId: factor.id, challengeId: id, code })
  clock += 6 * minute
  expect((await answer(challengeId, codeOf(factor.secret))).error).toMatchObject({
    code: 'mfa_challenge_expired',
    status: 422,
  })
  const other = await enrolled()
  const foreign = await other.client.auth.mfa.challenge({ factorId: other.factor.id })
  expect((await answer(foreign.data?.id ?? '', codeOf(factor.secret))).error?.code).toBe(
    'mfa_factor_not_found',
  )
  expect((await answer('nonsense', codeOf(factor.secret))).error?.code).toBe('bad_json')
  expect((await answer(challengeId, '')).error?.code).toBe('validation_failed')

  const fresh = (await client.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? ''
  await cluster.admin.query(
    `update auth.mfa_challenges set ip_address = '192.0.2.1' where id = $1`,
    [fresh],
  )
  expect((await answer(fresh, codeOf(factor.secret))).error?.code).toBe('mfa_ip_address_mismatch')
})

test('nobody else can use a person’s factor', async () => {
  const { factor } = await enrolled()
  const mallory = await signIn(await createPerson(cluster))
  const missing = { code: 'mfa_factor_not_found', status: 404 }
  expect((await mallory.auth.mfa.challenge({ factorId: factor.id })).error).toMatchObject(missing)
  expect((await verify(mallory, factor.id, codeOf(factor.secret))).error).toMatchObject(missing)
  expect((await mallory.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject(missing)
  expect((await mallory.auth.mfa.unenroll({ factorId: 'nonsense' })).error?.status).toBe(404)
  const visitor = await fetch(`${server.url}/auth/v1/factors`, { method: 'POST', body: '{}' })
  expect(visitor.status).toBe(401)
})

test('with a factor, a password alone changes neither factors nor password nor email', async () => {
  const { person, client, factor } = await enrolled()
  const weak = await signIn(person)
  const enrolling = await weak.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
  expect(enrolling.error).toMatchObject({ code: 'insufficient_aal', status: 403 })
  expect((await weak.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
    code: 'insufficient_aal',
    status: 422,
  })
  for (const change of [{ password: 'another one' }, { email: 'mallory@example.test' }]) {
    expect((await weak.auth.updateUser(change)).error).toMatchObject({
      code: 'insufficient_aal',
      status: 401,
    })
  }
  expect((await weak.auth.updateUser({ data: { name: 'Ada' } })).error).toBeNull()

  expect((await client.auth.updateUser({ password: 'another one' })).error).toBeNull()
  const removed = await client.auth.mfa.unenroll({ factorId: factor.id })
  expect(removed.data).toEqual({ id: factor.id })
  await client.auth.refreshSession()
  expect(decodeJwt(await tokenOf(client))).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'password' }],
  })
  expect(await levels(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
})

test('factors must have different names, unverified ones can be replaced, and the number of factors is limited', async () => {
  const client = await signIn(await createPerson(cluster))
  await enrol(client, 'Phone')
  const same = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  expect(same.error).toMatchObject({ code: 'mfa_factor_name_conflict', status: 422 })
  await cluster.admin.query(
    `update auth.mfa_factors set created_at = now() - interval '6 minutes' where friendly_name = 'Phone' and status = 'unverified'`,
  )
  await enrol(client, 'Phone')
  for (let i = 1; i < 10; i++) await enrol(client, `Phone ${i}`)
  const eleventh = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })
  expect(eleventh.error).toMatchObject({ code: 'too_many_enrolled_mfa_factors', status: 422 })

  // The first verified factor removes the unverified ones.
  const all = (await client.auth.mfa.listFactors()).data?.all ?? []
  const { rows } = await cluster.admin.query('select secret from auth.mfa_factors where id = $1', [
    all[0]?.id,
  ])
  expect((await verify(client, all[0]?.id ?? '', codeOf(rows[0].secret))).error).toBeNull()
  expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
})

test('kinds of factors that the project has not enabled are refused', async () => {
  const client = await signIn(await createPerson(cluster))
  const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+15550100' })
  expect(phone.error).toMatchObject({ code: 'mfa_phone_enroll_not_enabled', status: 422 })
  const off = await startAuth(cluster, (config) => {
    config.mfa.totp = { enroll: false, verify: false }
  })
  const other = off.client()
  await other.auth.signInWithPassword(await createPerson(cluster))
  const totp = await other.auth.mfa.enroll({ factorType: 'totp' })
  expect(totp.error).toMatchObject({ code: 'mfa_totp_enroll_not_enabled', status: 422 })
  await off.close()
})
