import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { turnSwitches } from '../../agreement/switches'
import { useDatabase } from '../../database'
import { serviceClient, strangerClient } from '../../wire/clients'
import { courseTree } from '../../wire/course-trees'
import { codeOf, raw } from '../../wire/rest'

const db = useDatabase()
const password = 'correct horse'
const anyEmail = () => `${randomUUID()}@example.test`

/** Claims of rights that people write into their own metadata. */
const wishes = {
  role: 'ADMIN',
  user_role: 'ADMIN',
  is_super_admin: true,
  email_verified: true,
  app_metadata: { role: 'ADMIN' },
  permissions: [{ resource: 'settings', action: 'update', scope: 'any' }],
  disabled_at: null,
  id: randomUUID(),
  sub: randomUUID(),
}

/** Creates a person through a sign-up with a verified email, and signs them in. */
async function signedUp(data: object = {}) {
  const email = anyEmail()
  const client = strangerClient()
  const restore = await turnSwitches(db, { require_email_verification: false })
  try {
    const { data: made, error } = await client.auth.signUp({ email, password, options: { data } })
    if (error || !made.user || !made.session) throw new Error(`no session: ${error?.message}`)
    return { client, email, id: made.user.id, token: made.session.access_token }
  } finally {
    await restore()
  }
}

const profileOf = async (id: string) =>
  (await db.owner('select role, disabled_at from public.profiles where id = $1', [id]))[0]

describe('a person’s own metadata give no rights', () => {
  test('at sign-up', async () => {
    const { client, id } = await signedUp(wishes)
    expect(await profileOf(id)).toEqual({ role: 'MEMBER', disabled_at: null })
    expect((await client.rpc('boot')).data).toMatchObject({ account: { id, role: 'MEMBER' } })
    expect((await client.from('settings').select('*')).data).toEqual([])
    expect((await client.from('profiles').select('id')).data).toEqual([{ id }])
  })

  test('at sign-up, as other fields of the request', async () => {
    const email = anyEmail()
    const answer = await raw('/auth/v1/signup', {
      method: 'POST',
      body: {
        email,
        password,
        role: 'service_role',
        aud: 'admin',
        app_metadata: { role: 'ADMIN' },
        raw_app_meta_data: { role: 'ADMIN' },
        email_confirmed_at: '2000-01-01',
        email_confirm: true,
        id: randomUUID(),
      },
    })
    expect(answer.status).toBe(200)
    const [user] = await db.authService(
      'select role, aud, email_confirmed_at, raw_app_meta_data from auth.users where email = $1',
      [email],
    )
    expect(user).toEqual({
      role: 'authenticated',
      aud: 'authenticated',
      email_confirmed_at: null,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
    })
  })

  test('later, and not in the following tokens', async () => {
    const { client, id } = await signedUp()
    expect((await client.auth.updateUser({ data: wishes })).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await profileOf(id)).toEqual({ role: 'MEMBER', disabled_at: null })
    expect((await client.from('settings').select('*')).data).toEqual([])
    expect((await client.rpc('set_role', { user_id: id, role: 'ADMIN' })).error?.code).toBe('42501')
  })

  test('and only a server can write app_metadata', async () => {
    const { id, token } = await signedUp()
    for (const body of [
      { app_metadata: { role: 'ADMIN' } },
      { role: 'service_role' },
      { aud: 'admin', is_super_admin: true, banned_until: null },
    ]) {
      await raw('/auth/v1/user', { method: 'PUT', token, body })
    }
    const [user] = await db.authService(
      'select role, aud, is_super_admin, raw_app_meta_data from auth.users where id = $1',
      [id],
    )
    expect(user).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
    })
    expect([null, false]).toContain(user?.is_super_admin)
  })

  test('an invite token in the metadata redeems nothing after the sign-up', async () => {
    const { client, email, id } = await signedUp()
    const { course } = await courseTree(db, { by: await db.person() })
    const admin = await db.person({ role: 'ADMIN' })
    const [invite] = await db.owner(
      `insert into public.invites (email, role, invited_by_id) values ($1, 'ADMIN', $2) returning id, token`,
      [email, admin.id],
    )
    await db.owner('insert into public.invite_courses (invite_id, course_id) values ($1, $2)', [
      invite?.id,
      course,
    ])
    await client.auth.updateUser({ data: { invite_token: invite?.token } })
    await client.auth.refreshSession()
    expect(await profileOf(id)).toMatchObject({ role: 'MEMBER' })
    expect((await client.from('courses').select('id').eq('id', course)).data).toEqual([])
  })

  test('another person’s invite and an unknown one fail the sign-up, which creates nothing', async () => {
    const [invite] = await db.owner(
      `insert into public.invites (email) values ('invited@example.test') returning token`,
    )
    for (const token of [invite?.token, randomUUID(), 'nonsense', `${invite?.token}'--`]) {
      const email = anyEmail()
      const answer = await raw('/auth/v1/signup', {
        method: 'POST',
        body: { email, password, data: { invite_token: token } },
      })
      expect(answer.status).toBe(422)
      expect(await db.authService('select id from auth.users where email = $1', [email])).toEqual(
        [],
      )
    }
  })

  test('an invited role waits until the email is verified, even while that is not required', async () => {
    const email = anyEmail()
    const admin = await db.person({ role: 'ADMIN' })
    const [invite] = await db.owner(
      `insert into public.invites (email, role, invited_by_id) values ($1, 'MODERATOR', $2) returning token`,
      [email, admin.id],
    )
    const restore = await turnSwitches(db, { require_email_verification: false })
    try {
      const client = strangerClient()
      const options = { data: { invite_token: invite?.token } }
      const { data } = await client.auth.signUp({ email, password, options })
      expect(await profileOf(data.user?.id ?? '')).toMatchObject({ role: 'MEMBER' })
    } finally {
      await restore()
    }
  })
})

describe('the admin functions of Auth', () => {
  test('are refused to people, administrators included', async () => {
    const { id, token } = await signedUp()
    await db.owner(`update public.profiles set role = 'ADMIN' where id = $1`, [id])
    for (const bearer of [undefined, token]) {
      for (const [method, path] of [
        ['GET', '/auth/v1/admin/users'],
        ['GET', `/auth/v1/admin/users/${id}`],
        ['PUT', `/auth/v1/admin/users/${id}`],
        ['POST', '/auth/v1/admin/users'],
        ['DELETE', `/auth/v1/admin/users/${id}`],
        ['POST', '/auth/v1/admin/generate_link'],
        ['POST', '/auth/v1/invite'],
      ] as const) {
        const body = method === 'GET' ? undefined : { email: anyEmail(), type: 'recovery' }
        const answer = await raw(path, { method, token: bearer, body })
        expect([401, 403, 404], `${method} ${path} ${answer.text}`).toContain(answer.status)
      }
    }
    expect((await db.authService('select id from auth.users where id = $1', [id])).length).toBe(1)
  })

  test('cannot bypass the audit log, the role table and the guard of the last administrator', async () => {
    const service = serviceClient()
    expect((await service.from('profiles').select('id').limit(1)).data).toHaveLength(1)
    const { error } = await service.rpc('set_role', { user_id: randomUUID(), role: 'ADMIN' })
    expect(error?.code).toBe('42501')
  })
})

test('a real session of Auth has the same rights as a token that these tests sign', async () => {
  const { client, id, token } = await signedUp({ name: 'Real' })
  const boot = await client.rpc('boot')
  expect(boot.data).toMatchObject({ account: { id, name: 'Real', state: 'ACTIVE' } })
  await client.auth.signOut()
  const afterwards = await raw('/auth/v1/user', { token })
  expect([afterwards.status, codeOf(afterwards)]).toEqual([403, 'session_not_found'])
})
