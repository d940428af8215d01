import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config'
import { migrate } from '../../migrate/migrate'
import { type AuthServer, readJson, startAuth } from '../../testing/auth-server'
import { startCluster, type TestCluster } from '../../testing/cluster'

const supabaseDir = fileURLToPath(new URL('../../../../', import.meta.url))

let cluster: TestCluster
let server: AuthServer

/** Uses the project's own migrations and configuration, including the hook. */
beforeAll(async () => {
  cluster = await startCluster()
  await migrate({ url: cluster.urlFor('postgres'), supabaseDir })
  const project = readConfig(`${supabaseDir}/config.toml`).auth
  server = await startAuth(cluster, (config) => {
    config.beforeUserCreated = project.beforeUserCreated
  })
})

afterAll(async () => {
  await server.close()
  await cluster.stop()
})

beforeEach(() => allowRegistration(true))

async function allowRegistration(on: boolean) {
  await cluster.admin.query('update public.settings set allow_registration = $1', [on])
}

const address = () => `${randomUUID().slice(0, 8)}@example.test`
const signUp = (email: string, data: Record<string, unknown> = { name: 'New' }) =>
  server.client().auth.signUp({ email, password: 'correct horse', options: { data } })
async function accounts(email: string): Promise<number> {
  return (await cluster.admin.query('select 1 from auth.users where email = $1', [email])).rows
    .length
}
async function invite(email: string): Promise<string> {
  const sender = randomUUID()
  await cluster.admin.query(
    'insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())',
    [sender, address()],
  )
  await cluster.admin.query(`update public.profiles set role = 'MODERATOR' where id = $1`, [sender])
  const { rows } = await cluster.admin.query(
    'insert into public.invites (email, invited_by_id) values ($1, $2) returning token',
    [email, sender],
  )
  return rows[0].token
}

test('a refused sign-up gets the reason, in the format of the API version, and creates nothing', async () => {
  const email = address()
  const { data, error } = await signUp(email, { name: 'x'.repeat(101) })
  expect(data.user).toBeNull()
  expect(error).toMatchObject({
    status: 422,
    code: 'unknown',
    message: 'Name must be less than 100 characters',
  })
  expect(await accounts(email)).toBe(0)
  expect(server.mailbox.list({ to: email })).toEqual([])
  expect((await signUp(email)).error).toBeNull()
})

test('the hook checks an invite and the trigger redeems it', async () => {
  await allowRegistration(false)
  const email = address()
  const token = await invite(email)
  const closed = 'Registration is closed. You need an invite to sign up.'
  expect((await signUp(email)).error?.message).toBe(closed)
  expect((await signUp(address(), { invite_token: token })).error?.message).toBe(
    'This invite was sent to another email.',
  )
  expect((await signUp(email, { invite_token: token })).error).toBeNull()
  const { rows } = await cluster.admin.query(
    'select redeemed_at from public.invites where token = $1',
    [token],
  )
  expect(rows[0].redeemed_at).toBeInstanceOf(Date)

  // The email is known now, but the answer must not reveal that.
  expect((await signUp(email)).error?.message).toBe(closed)
  expect((await signUp(email, { invite_token: token })).error?.message).toBe(
    'This invite has already been used.',
  )
  expect(server.mailbox.list({ to: email })).toHaveLength(1)
  // The caller asks again for the mail that was not sent.
  expect((await server.client().auth.resend({ type: 'signup', email })).error).toBeNull()
  expect(server.mailbox.list({ to: email })).toHaveLength(2)
})

test('a code for an unknown email is a sign-up', async () => {
  await allowRegistration(false)
  const email = address()
  const { error } = await server.client().auth.signInWithOtp({ email })
  expect(error).toMatchObject({ status: 422, message: expect.stringContaining('closed') })
  expect(await accounts(email)).toBe(0)
})

test('a hook that fails or is too slow creates no account and reveals nothing', async () => {
  await cluster.poolFor('postgres').query(`
    create function public.broken(event jsonb) returns jsonb language plpgsql
    as $$ begin raise exception 'a secret of the schema'; end $$;
    create function public.slow(event jsonb) returns jsonb language plpgsql
    as $$ begin perform pg_sleep(60); return '{}'; end $$;
    grant execute on function public.broken(jsonb), public.slow(jsonb) to supabase_auth_admin;
  `)
  for (const name of ['broken', 'slow', 'missing']) {
    const other = await startAuth(cluster, (config) => {
      config.beforeUserCreated = `public.${name}`
    })
    const email = address()
    const answer = await fetch(`${other.url}/auth/v1/signup`, {
      method: 'POST',
      body: JSON.stringify({ email, password: 'correct horse' }),
    })
    expect(answer.status, name).toBe(500)
    expect(await readJson(answer)).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: 'Error running hook',
    })
    expect(await accounts(email)).toBe(0)
    await other.close()
  }
})
