import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atOnce } from '../testing/at-once'
import { type AuthServer, follow, startAuth } from '../testing/auth-server'
import { startCluster, type TestCluster } from '../testing/cluster'

let cluster: TestCluster
let server: AuthServer

beforeAll(async () => {
  cluster = await startCluster()
  // postgres creates the table in another schema, as a migration does.
  await cluster.poolFor('postgres').query(`
    create schema private;
    create table private.profiles (
      id uuid primary key references auth.users on delete cascade,
      name text,
      email text
    );
    create table private.switches (confirm boolean not null default false);
    insert into private.switches default values;

    create function private.make_profile() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
      if new.raw_user_meta_data ->> 'invite' = 'bad' then
        raise exception 'This invite has expired. Ask for a new one.' using errcode = 'PT422';
      elsif new.raw_user_meta_data ->> 'invite' = 'broken' then
        raise exception 'a secret of the schema';
      end if;
      insert into private.profiles (id, name, email)
      values (new.id, new.raw_user_meta_data ->> 'name', new.email);
      return new;
    end
    $$;
    create trigger make_profile after insert on auth.users
      for each row execute function private.make_profile();

    create function private.confirm() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
      if (select confirm from private.switches) then new.email_confirmed_at := now(); end if;
      return new;
    end
    $$;
    create trigger confirm before insert on auth.users
      for each row execute function private.confirm();
  `)
  server = await startAuth(cluster)
})

afterAll(async () => {
  await server.close()
  await cluster.stop()
})

beforeEach(() => confirmAtOnce(false))

async function confirmAtOnce(on: boolean) {
  await cluster.admin.query('update private.switches set confirm = $1', [on])
}

async function accounts(email: string): Promise<number> {
  const { rows } = await cluster.admin.query('select 1 from auth.users where email = $1', [email])
  return rows.length
}

const credentials = (email: string) => ({ email, password: 'correct horse' })
const account = (email: string, data = {}) => ({ ...credentials(email), options: { data } })

test('a new account has to confirm its email before its person can sign in', async () => {
  const client = server.client()
  const { data, error } = await client.auth.signUp(account('Ada@Example.test', { name: 'Ada' }))
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({
    email: 'ada@example.test',
    aud: 'authenticated',
    role: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { name: 'Ada', email_verified: false },
  })
  expect(data.user?.identities).toHaveLength(1)
  expect(data.user?.email_confirmed_at).toBeUndefined()

  const tooEarly = await client.auth.signInWithPassword(credentials('ada@example.test'))
  expect(tooEarly.error).toMatchObject({ code: 'email_not_confirmed', status: 400 })

  const { target, fragment } = await follow(server.lastLink('ada@example.test'))
  expect(target).toBe(`${server.siteUrl}/`)
  expect(fragment.get('type')).toBe('signup')
  const session = await client.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  })
  expect(session.data.user?.email_confirmed_at).toBeTruthy()
  expect(session.data.user?.user_metadata).toMatchObject({ name: 'Ada', email_verified: true })

  const signedIn = await client.auth.signInWithPassword(credentials('ADA@example.test'))
  expect(signedIn.error).toBeNull()
})

test('the trigger sees the metadata, and the password is stored as argon2id', async () => {
  await server.client().auth.signUp(account('meta@example.test', { name: 'Meta', role: 'ADMIN' }))
  const { rows } = await cluster.admin.query(
    `select p.name, u.encrypted_password, u.raw_app_meta_data
     from private.profiles p join auth.users u using (id) where p.email = 'meta@example.test'`,
  )
  expect(rows[0].name).toBe('Meta')
  expect(rows[0].encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(rows[0].raw_app_meta_data).toEqual({ provider: 'email', providers: ['email'] })
})

test('while a trigger confirms the email, a sign-up opens a session at once', async () => {
  await confirmAtOnce(true)
  const { data, error } = await server.client().auth.signUp(account('quick@example.test'))
  expect(error).toBeNull()
  expect(data.user?.email_confirmed_at).toBeTruthy()
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
    iss: `${server.url}/auth/v1`,
    sub: data.user?.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: 'quick@example.test',
    phone: '',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    is_anonymous: false,
    app_metadata: { provider: 'email' },
    user_metadata: { email: 'quick@example.test' },
  })
  expect(data.session?.expires_in).toBe(3600)
  expect(server.mailbox.list({ to: 'quick@example.test' })).toEqual([])
})

test('a refusal of the trigger is passed on with status and sentence, and nothing is stored', async () => {
  const { data, error } = await server
    .client()
    .auth.signUp(account('late@example.test', { invite: 'bad' }))
  expect(data.user).toBeNull()
  expect(error).toMatchObject({
    status: 422,
    message: 'This invite has expired. Ask for a new one.',
  })
  expect(await accounts('late@example.test')).toBe(0)
  expect(server.mailbox.list({ to: 'late@example.test' })).toEqual([])
})

test('other failures of a trigger are reported without their text', async () => {
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    body: JSON.stringify({ ...account('broken@example.test'), data: { invite: 'broken' } }),
  })
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({
    error_code: 'unexpected_failure',
    msg: 'Database error saving new user',
  })
  expect(await accounts('broken@example.test')).toBe(0)
  expect(server.logged.join('\n')).toContain('a secret of the schema')
})

test('a sign-up with a confirmed email changes and sends nothing', async () => {
  await confirmAtOnce(true)
  const first = await server.client().auth.signUp(account('known@example.test'))
  const { data, error } = await server.client().auth.signUp({
    email: 'known@example.test',
    password: 'another one',
    options: { data: { name: 'Mallory' } },
  })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user?.email).toBe('known@example.test')
  expect(data.user?.id).not.toBe(first.data.user?.id)
  expect(server.mailbox.list({ to: 'known@example.test' })).toEqual([])
  const signedIn = await server.client().auth.signInWithPassword(credentials('known@example.test'))
  expect(signedIn.error).toBeNull()
})

test('a sign-up with an unconfirmed email keeps its name and sends the mail again', async () => {
  const first = await server.client().auth.signUp(account('again@example.test', { name: 'First' }))
  const firstLink = server.lastLink('again@example.test')
  const second = await server
    .client()
    .auth.signUp(account('again@example.test', { name: 'Second' }))
  // The answer must reveal neither the account's id nor its name.
  expect(second.data.user?.id).not.toBe(first.data.user?.id)
  expect(second.data.user?.user_metadata.name).toBe('Second')
  expect(server.mailbox.list({ to: 'again@example.test' })).toHaveLength(2)
  const { rows } = await cluster.admin.query(
    `select id, raw_user_meta_data ->> 'name' as name from auth.users where email = 'again@example.test'`,
  )
  expect(rows).toEqual([{ id: first.data.user?.id, name: 'First' }])

  const old = await follow(firstLink)
  expect(old.fragment.get('error_code')).toBe('otp_expired')
  const fresh = await follow(server.lastLink('again@example.test'))
  expect(fresh.fragment.get('access_token')).toBeTruthy()
})

test('new, unconfirmed and confirmed emails get the same answers, the first time and the second', async () => {
  const paused = await startAuth(cluster, (config) => {
    config.email.maxFrequency = 60
  })
  await confirmAtOnce(true)
  await server.client().auth.signUp(account('alike-confirmed@example.test', { name: 'First' }))
  await confirmAtOnce(false)
  await server.client().auth.signUp(account('alike-waiting@example.test', { name: 'First' }))

  const answersFor = async (email: string) => {
    const answers: string[] = []
    for (let round = 0; round < 2; round += 1) {
      const answer = await fetch(`${paused.url}/auth/v1/signup`, {
        method: 'POST',
        body: JSON.stringify({ ...credentials(email), data: { name: 'Mallory', role: 'ADMIN' } }),
      })
      answers.push(`${answer.status} ${masked(await answer.text(), email)}`)
    }
    return answers
  }
  // The order of the keys, and which dates are equal, must not differ either.
  const masked = (text: string, email: string) => {
    const values: string[] = []
    return text
      .replaceAll(email, 'the address')
      .replace(/[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, (value) => {
        if (!values.includes(value)) values.push(value)
        return `value ${values.indexOf(value)}`
      })
  }
  const unknown = await answersFor('alike-new@example.test')
  expect(unknown[0]).toMatch(/^200 .*"identities":\[\{.*"name":"Mallory"/)
  expect(unknown[1]).toBe(unknown[0])
  expect(await answersFor('alike-waiting@example.test')).toEqual(unknown)
  expect(await answersFor('alike-confirmed@example.test')).toEqual(unknown)
  expect(paused.mailbox.list({ to: 'alike-new@example.test' })).toHaveLength(1)
  await paused.close()
})

test('a sign-up whose account cannot be found fails instead of being retried without end', async () => {
  await cluster.admin.query(
    `insert into auth.users (id, email) values (gen_random_uuid(), 'stray@example.test')`,
  )
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    body: JSON.stringify(credentials('stray@example.test')),
  })
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ error_code: 'unexpected_failure' })
  expect(await accounts('stray@example.test')).toBe(1)
  expect(server.mailbox.list({ to: 'stray@example.test' })).toEqual([])
})

test('many concurrent sign-ups with one email create one account', async () => {
  const before = cluster.logged.length
  const answers = await atOnce(
    cluster,
    { text: 'lock table auth.users in share row exclusive mode' },
    () =>
      Array.from({ length: 6 }, () => server.client().auth.signUp(account('race@example.test'))),
  )
  expect(answers.map(({ error }) => error)).toEqual(Array(6).fill(null))
  expect(await accounts('race@example.test')).toBe(1)
  // The two inserts did not violate the unique index either, which would have logged the email.
  expect(cluster.logged.slice(before).filter((line) => line.includes('ERROR'))).toEqual([])
})

test('the database’s log contains its refusals without the caller’s input', async () => {
  const before = cluster.logged.length
  const insert = () =>
    cluster.admin.query('insert into auth.users (id, email) values ($1, $2)', [
      randomUUID(),
      'typed@example.test',
    ])
  await insert()
  await expect(insert()).rejects.toThrow('duplicate key')
  const lines = () => cluster.logged.slice(before).join('\n')
  await expect.poll(lines).toContain('duplicate key')
  // The database logs the details of an error after its message.
  await cluster.admin.query("do $$ begin raise log 'the end'; end $$")
  await expect.poll(lines).toContain('the end')
  expect(lines()).not.toContain('typed@example.test')
})

test('an invalid sign-up is refused by code', async () => {
  const { auth } = server.client()
  const weak = await auth.signUp({ email: 'weak@example.test', password: '12345' })
  expect(weak.error).toMatchObject({
    name: 'AuthWeakPasswordError',
    code: 'weak_password',
    status: 422,
    reasons: ['length'],
    message: 'Password should be at least 6 characters.',
  })
  const long = await auth.signUp({ email: 'long@example.test', password: 'x'.repeat(73) })
  expect(long.error).toMatchObject({ code: 'validation_failed', status: 400 })
  const address = await auth.signUp({ email: 'nobody', password: 'correct horse' })
  expect(address.error).toMatchObject({ code: 'validation_failed', status: 400 })
  const anonymous = await auth.signInAnonymously()
  expect(anonymous.error).toMatchObject({ code: 'anonymous_provider_disabled', status: 422 })
})

test('with enable_signup off nobody can sign up', async () => {
  const closed = await startAuth(cluster, (config) => {
    config.enableSignup = false
  })
  const { error } = await closed.client().auth.signUp(account('closed@example.test'))
  expect(error).toMatchObject({ code: 'signup_disabled', status: 422 })
  await closed.close()
})

test('a person can ask again for the mail of a sign-up, which does not reveal who has an account', async () => {
  await server.client().auth.signUp(account('resend@example.test'))
  const { error } = await server
    .client()
    .auth.resend({ type: 'signup', email: 'resend@example.test' })
  expect(error).toBeNull()
  expect(server.mailbox.list({ to: 'resend@example.test' })).toHaveLength(2)

  const nobody = await server.client().auth.resend({ type: 'signup', email: 'nobody@example.test' })
  expect(nobody.error).toBeNull()
  expect(server.mailbox.list({ to: 'nobody@example.test' })).toEqual([])
})

test('errors have the older form for callers that do not name an API version', async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${server.url}/auth/v1/signup`, { method: 'POST', headers, body: '{"email": 1}' })
  const older = await ask({})
  expect(older.headers.get('x-sb-error-code')).toBe('bad_json')
  expect(await older.json()).toMatchObject({
    code: 400,
    error_code: 'bad_json',
    msg: expect.any(String),
  })
  const newer = await ask({ 'x-supabase-api-version': '2024-01-01' })
  expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(await newer.json()).toMatchObject({ code: 'bad_json', message: expect.any(String) })
})

test('a body that is not JSON, too large or unknown is refused', async () => {
  const post = (path: string, body: string) =>
    fetch(`${server.url}/auth/v1${path}`, { method: 'POST', body })
  expect((await post('/signup', '{')).status).toBe(400)
  expect((await post('/signup', '[]')).status).toBe(400)
  expect((await post('/signup', JSON.stringify({ data: 'x'.repeat(300_000) }))).status).toBe(413)
  expect((await post('/nowhere', '{}')).status).toBe(404)
})
