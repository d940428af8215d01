import { randomUUID } from 'node:crypto'
import type { DataClient } from '@rookies/data/client'
import { createDataClient } from '@rookies/data/session/create-client'
import { describe, expect, test } from 'vitest'
import { turnSwitches } from '../../agreement/switches'
import { useDatabase } from '../../database'
import { clientOf, strangerClient, type WireClient } from '../../wire/clients'
import { courseTree } from '../../wire/course-trees'
import { project } from '../../wire/project'

// A revoked right no longer applies to the next request with the same token (rules/access#role-from-table).
const db = useDatabase()

describe('with a token that is still valid', () => {
  test('a demoted administrator has the rights of a member at the next request', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const other = await db.person()
    const client = await clientOf(admin, { claims: { aal: 'aal2' } })
    const others = () => client.from('profiles').select('id').eq('id', other.id)
    expect((await others()).data).toEqual([{ id: other.id }])
    await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [admin.id])
    expect((await others()).data).toEqual([])
    expect((await client.rpc('set_role', { user_id: admin.id, role: 'ADMIN' })).error?.code).toBe(
      '42501',
    )
    expect((await client.from('settings').select('*')).data).toEqual([])
  })

  test('a disabled person can read nothing, and is told why', async () => {
    const member = await db.person()
    const { course, lesson } = await courseTree(db, { by: await db.person(), entitled: [member] })
    const client = await clientOf(member)
    expect((await client.from('lessons').select('id').eq('id', lesson)).data).toHaveLength(1)
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [member.id])
    for (const table of ['lessons', 'courses', 'entitlements', 'profiles'] as const) {
      expect((await client.from(table).select('id')).data, table).toEqual([])
    }
    expect((await client.rpc('library')).data).toEqual([])
    expect((await client.from('courses').select('id').eq('id', course)).data).toEqual([])
    expect((await client.rpc('boot')).data).toMatchObject({ account: { state: 'DISABLED' } })
  })

  test('a course is closed when access to it is revoked or ends, or it is unpublished or deleted', async () => {
    const member = await db.person()
    const author = await db.person()
    const client = await clientOf(member)
    const ways = [
      'delete from public.entitlements where course_id = $1',
      `update public.entitlements set expires_at = now() - interval '1 second' where course_id = $1`,
      `update public.courses set status = 'DRAFT' where id = $1`,
      'update public.courses set deleted_at = now() where id = $1',
      'update public.modules set deleted_at = now() where course_id = $1',
    ]
    for (const way of ways) {
      const { course, lesson, attachment } = await courseTree(db, {
        by: author,
        entitled: [member],
      })
      const body = () => client.from('lessons').select('content').eq('id', lesson)
      const link = () => client.from('lesson_attachments').select('url').eq('id', attachment)
      expect([(await body()).data?.length, (await link()).data?.length], way).toEqual([1, 1])
      await db.owner(way, [course])
      expect([(await body()).data, (await link()).data], way).toEqual([[], []])
      const { error } = await client.from('lesson_completions').insert({ lesson_id: lesson })
      expect(error?.code, way).toBe('42501')
    }
  })

  test('creators lose their courses when the setting is turned off', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const { course } = await courseTree(db, { by: creator })
    const client = await clientOf(creator)
    const rename = () =>
      client.from('courses').update({ title: 'Mine' }).eq('id', course).select('id')
    const restore = await turnSwitches(db, { creators_admin_panel: true })
    try {
      expect((await rename()).data).toEqual([{ id: course }])
      await turnSwitches(db, { creators_admin_panel: false })
      expect((await rename()).data).toEqual([])
    } finally {
      await restore()
    }
  })

  test('a session at aal1 loses its rights when a second factor is required', async () => {
    const administrator = await db.person({ role: 'ADMIN' })
    const other = await db.person()
    const weak = await clientOf(administrator)
    const session = await db.signedIn(administrator, 'aal2')
    const strong = await clientOf(administrator, { claims: session.claims })
    const others = async (client: WireClient) =>
      (await client.from('profiles').select('id').eq('id', other.id)).data
    const restore = await turnSwitches(db, { enable_two_factor: true })
    try {
      expect(await others(weak)).toEqual([])
      expect(await others(await clientOf(administrator, { claims: { aal: 'aal2' } }))).toEqual([])
      expect(await others(strong)).toHaveLength(1)
      await db.authService(`update auth.sessions set aal = 'aal1' where id = $1`, [session.session])
      expect(await others(strong)).toEqual([])
    } finally {
      await restore()
    }
  })

  test('a banned person sees nothing of the community, also after leaving it', async () => {
    const person = await db.person()
    const [community] = await db.owner(
      `insert into public.communities (name, slug, access_type) values ('Club', 'club-' || left($1::text, 8), 'FREE') returning id`,
      [person.id],
    )
    const id = String(community?.id)
    await db.owner('insert into public.community_members (community_id, user_id) values ($1, $2)', [
      id,
      person.id,
    ])
    await db.owner(`insert into public.community_posts (community_id, body) values ($1, 'Hi')`, [
      id,
    ])
    const client = await clientOf(person)
    const posts = () => client.from('community_posts').select('id').eq('community_id', id)
    expect((await posts()).data).toHaveLength(1)
    await db.owner(
      'update public.community_members set banned = true, left_at = now() where community_id = $1',
      [id],
    )
    expect((await posts()).data).toEqual([])
    expect((await client.from('communities').select('id').eq('id', id)).data).toEqual([])
    const rejoin = client
      .from('community_members')
      .upsert({ community_id: id, user_id: person.id }, { ignoreDuplicates: true })
    expect((await rejoin).error?.code).toBe('42501')
  })
})

describe('on another device', () => {
  const password = 'correct horse'

  /** Returns a client of the apps, which stores its session like a browser. */
  async function device(email: string) {
    const kept = new Map<string, string>()
    let ended = 0
    const client = createDataClient({
      url: project.url,
      key: project.anonKey,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      onEnded: () => {
        ended += 1
      },
    })
    const { data } = await client.auth.signInWithPassword({ email, password })
    await client.auth.stopAutoRefresh()
    expect(data.session).not.toBeNull()
    return { client, ended: () => ended, kept, token: data.session?.access_token ?? '' }
  }

  async function account(): Promise<string> {
    const email = `${randomUUID()}@example.test`
    await strangerClient().auth.signUp({ email, password })
    await db.authService('update auth.users set email_confirmed_at = now() where email = $1', [
      email,
    ])
    return email
  }

  const ways: [string, (client: DataClient, email: string) => Promise<unknown>][] = [
    ['signing out everywhere', ({ auth }) => auth.signOut({ scope: 'global' })],
    ['signing out the others', ({ auth }) => auth.signOut({ scope: 'others' })],
    ['a new password', ({ auth }) => auth.updateUser({ password: 'another horse' })],
    [
      'an account that is deleted',
      (_client, email) => db.authService('delete from auth.users where email = $1', [email]),
    ],
  ]
  // Requests of an open screen: a table, a function, a write, and boot().
  const requests: [string, (client: DataClient) => PromiseLike<{ status: number }>][] = [
    ['reads a table', (client) => client.from('profiles').select('id')],
    ['reads a summary', (client) => client.rpc('library')],
    ['writes', (client) => client.from('profiles').update({ name: 'Mallory' }).eq('email', 'x')],
    [
      'calls a function',
      (client) => client.rpc('create_module', { course_id: randomUUID(), title: 'x' }),
    ],
    ['opens', (client) => client.rpc('boot')],
  ]
  test.each(
    ways.flatMap(([way, act]) => requests.map(([what, ask]) => [way, what, act, ask] as const)),
  )('%s ends the session of a person who next %s there', async (_way, _what, act, ask) => {
    const email = await account()
    const [here, there] = [await device(email), await device(email)]
    await act(here.client, email)

    expect((await ask(there.client)).status).toBe(401)
    expect(there.ended()).toBe(1)
    expect((await there.client.auth.getSession()).data.session).toBeNull()
    expect([...there.kept.keys()].filter((key) => key.endsWith('auth'))).toEqual([])
    const copied = { Authorization: `Bearer ${there.token}`, apikey: project.anonKey }
    const url = `${project.url}/rest/v1/profiles?select=*`
    expect((await fetch(url, { headers: copied })).status).toBe(401)
  })

  test('the device on which the password was changed, or the others were signed out, stays signed in', async () => {
    for (const [way, act] of ways.slice(1, 3)) {
      const email = await account()
      const [here, there] = [await device(email), await device(email)]
      await act(here.client, email)
      expect((await here.client.from('profiles').select('email')).data, way).toEqual([{ email }])
      expect(here.ended()).toBe(0)
      await there.client.auth.stopAutoRefresh()
    }
  })
})
