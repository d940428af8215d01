import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, uniqueName, useDatabase } from './database'

const db = useDatabase()

interface Listed {
  total: number
  communities: {
    id: string
    name: string
    members: number
    reported: number
    course: string | null
  }[]
}
interface Members {
  total: number
  members: { id: string; email: string; role: string; banned: boolean }[]
}

async function community(values: { name?: string; access?: string; courseId?: string } = {}) {
  const id = randomUUID()
  await db.owner(
    `insert into public.communities (id, name, slug, access_type, course_id) values ($1, $2, $3, $4, $5)`,
    [
      id,
      values.name ?? 'Talk',
      `talk-${id.slice(0, 8)}`,
      values.access ?? 'FREE',
      values.courseId ?? null,
    ],
  )
  return id
}

const admit = (id: string, person: Person, more: Record<string, unknown> = {}) =>
  db.owner(
    `insert into public.community_members (community_id, user_id, role, banned, left_at, joined_at)
     values ($1, $2, $3, $4, $5, coalesce($6, now()))`,
    [
      id,
      person.id,
      more.role ?? 'MEMBER',
      more.banned ?? false,
      more.left_at ?? null,
      more.joined_at ?? null,
    ],
  )

const membership = async (id: string, person: Person) =>
  (
    await db.owner(
      'select role, banned, left_at is null as inside from public.community_members where community_id = $1 and user_id = $2',
      [id, person.id],
    )
  )[0]

const audited = async (id: string, by: Person) =>
  (
    await db.owner(
      'select action from public.audit_logs where target_id = $1 and user_id = $2 order by id',
      [id, by.id],
    )
  ).map(({ action }) => action)

const call = async <T>(who: Person, sql: string, values: unknown[]) =>
  (await db.value(who, sql, values)) as T

describe('the list of communities', () => {
  test('shows each by name, with its members and its reported posts', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const word = uniqueName()
    const course = await db.course({ title: 'Git' })
    const second = await community({ name: `B ${word}`, access: 'COURSE', courseId: course.id })
    const first = await community({ name: `A ${word}`, access: 'INVITE' })
    const people = await Promise.all([db.person(), db.person(), db.person()])
    const [one, two, three] = people as [Person, Person, Person]
    await admit(first, one)
    await admit(first, two, { banned: true })
    await admit(first, three, { left_at: new Date() })
    const post = randomUUID()
    await db.owner(
      `insert into public.community_posts (id, community_id, author_id, body) values ($1, $2, $3, 'Hello')`,
      [post, first, one.id],
    )
    for (const reporter of [two, three]) {
      await db.owner(
        'insert into public.community_post_reports (post_id, reporter_id) values ($1, $2)',
        [post, reporter.id],
      )
    }
    const find = (query: string, page = 1, size = 50) =>
      call<Listed>(admin, 'select public.managed_communities($1, $2, $3)', [query, page, size])
    expect(await find(word.toUpperCase())).toMatchObject({
      total: 2,
      communities: [
        { id: first, members: 1, reported: 1, course: null },
        { id: second, members: 0, reported: 0, course: 'Git' },
      ],
    })
    expect(await find(word, 2, 1)).toMatchObject({ total: 2, communities: [{ id: second }] })
    expect(await find(`${word}%`)).toEqual({ total: 0, communities: [] })
    expect(await call(admin, 'select public.managed_community($1)', [first])).toMatchObject({
      id: first,
      members: 1,
      posts: 1,
      reported: 1,
    })
    expect(await call(admin, 'select public.managed_community($1)', [randomUUID()])).toBeNull()
  })
})

describe('the members of a community', () => {
  test('are searched, filtered and paged, the last to join first', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const family = uniqueName()
    const id = await community()
    const people = await Promise.all(
      ['w', 'x', 'y', 'z'].map((x) => db.person({ name: `${x} ${family}` })),
    )
    const [a, b, c, d] = people as [Person, Person, Person, Person]
    await admit(id, a, { role: 'MODERATOR', joined_at: '2026-01-01' })
    await admit(id, b, { joined_at: '2026-01-02' })
    await admit(id, c, { banned: true, left_at: '2026-01-05', joined_at: '2026-01-03' })
    await admit(id, d, { left_at: '2026-01-05', joined_at: '2026-01-04' })
    const find = async (options: Record<string, unknown>) => {
      const { total, members } = (await db.answer(admin, 'managed_members', {
        community_id: id,
        ...options,
      })) as Members
      return [total, ...members.map((member) => member.id)]
    }
    expect(await find({})).toEqual([3, c.id, b.id, a.id])
    expect(await find({ state: 'moderators' })).toEqual([1, a.id])
    expect(await find({ state: 'banned' })).toEqual([1, c.id])
    expect(await find({ query: `X ${family}` })).toEqual([1, b.id])
    expect(await find({ query: b.email })).toEqual([1, b.id])
    expect(await find({ query: '%' })).toEqual([0])
    expect(await find({ page: 2, page_size: 2 })).toEqual([3, a.id])
    expect(await find({ state: "banned' or true" })).toEqual([3, c.id, b.id, a.id])
  })

  test('are added from a search, also again after leaving, but not after a ban', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const family = uniqueName()
    const id = await community({ access: 'INVITE' })
    const people = await Promise.all(
      ['w', 'x', 'y', 'z'].map((x) => db.person({ name: `${x} ${family}` })),
    )
    const [fresh, left, banned, member] = people as [Person, Person, Person, Person]
    await admit(id, left, { role: 'MODERATOR', left_at: '2026-01-05' })
    await admit(id, banned, { banned: true })
    await admit(id, member, { role: 'MODERATOR' })
    expect(
      await call(admin, 'select public.community_candidates($1, $2)', [id, family]),
    ).toMatchObject([
      { id: fresh.id, standing: 'OUTSIDE' },
      { id: left.id, standing: 'OUTSIDE' },
      { id: banned.id, standing: 'BANNED' },
      { id: member.id, standing: 'MEMBER' },
    ])
    expect(await call(admin, 'select public.community_candidates($1, $2)', [id, ' '])).toEqual([])

    const add = (person: { id: string }) =>
      db.as(admin, 'select public.add_community_member($1, $2)', [id, person.id])
    for (const person of [fresh, left, member]) expect((await add(person)).code).toBeUndefined()
    expect(await membership(id, fresh)).toEqual({ role: 'MEMBER', banned: false, inside: true })
    expect(await membership(id, left)).toEqual({ role: 'MEMBER', banned: false, inside: true })
    expect(await membership(id, member)).toMatchObject({ role: 'MODERATOR' })
    expect((await add(banned)).code).toBe('PT409')
    expect(await membership(id, banned)).toMatchObject({ banned: true })
    expect((await add({ id: randomUUID() })).code).toBe('PT404')
    expect(await audited(id, admin)).toEqual(['community.join', 'community.join'])
    // The accepted person sees the community from now on.
    const mine = await call<{ communities: { id: string }[] }>(
      fresh,
      'select public.my_communities()',
      [],
    )
    expect(mine.communities.map((one) => one.id)).toContain(id)
  })

  test('are promoted and banned by plain updates of an administrator, which are recorded', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const person = await db.person()
    const id = await community()
    await admit(id, person)
    const set = (who: Person, column: string, value: unknown) =>
      db.as(
        who,
        `update public.community_members set ${column} = $3 where community_id = $1 and user_id = $2 returning user_id`,
        [id, person.id, value],
      )
    for (const who of [person, await db.person({ role: 'MODERATOR' })]) {
      expect((await set(who, 'role', 'MODERATOR')).rows).toEqual([])
    }
    expect(await membership(id, person)).toMatchObject({ role: 'MEMBER' })
    expect((await set(admin, 'role', 'MODERATOR')).rows).toHaveLength(1)
    expect((await set(admin, 'banned', true)).rows).toHaveLength(1)
    expect(await membership(id, person)).toMatchObject({ role: 'MODERATOR', banned: true })
    expect(await audited(id, admin)).toEqual(['community.member_role', 'community.ban'])
  })
})

describe('deleting a community', () => {
  test('deletes members, posts and reports, and keeps the purchase', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const person = await db.person()
    const id = await community({ access: 'PAID' })
    await admit(id, person)
    await db.owner(
      `insert into public.community_posts (community_id, author_id, body) values ($1, $2, 'Hello')`,
      [id, person.id],
    )
    const reference = randomUUID()
    await db.owner(
      `insert into public.purchases (user_id, community_id, amount_cents, provider, provider_ref, status)
       values ($1, $2, 100, 'test', $3, 'COMPLETED')`,
      [person.id, id, reference],
    )
    expect((await db.as(person, 'select public.delete_community($1)', [id])).code).toBe('42501')
    expect(await db.owner('select 1 from public.communities where id = $1', [id])).toHaveLength(1)
    expect((await db.as(admin, 'select public.delete_community($1)', [id])).code).toBeUndefined()
    for (const table of ['community_members', 'community_posts']) {
      expect(await db.owner(`select 1 from public.${table} where community_id = $1`, [id])).toEqual(
        [],
      )
    }
    expect(
      await db.owner('select community_id from public.purchases where provider_ref = $1', [
        reference,
      ]),
    ).toEqual([{ community_id: null }])
    expect(await audited(id, admin)).toContain('community.delete')
    expect((await db.as(admin, 'select public.delete_community($1)', [id])).code).toBe('PT404')
  })
})

test('nobody but administrators manages communities', async () => {
  const id = await community()
  const person = await db.person()
  const leader = await db.person()
  await admit(id, leader, { role: 'MODERATOR' })
  for (const who of [
    person,
    leader,
    await db.person({ role: 'MODERATOR' }),
    await db.person({ role: 'CREATOR' }),
    'visitor',
  ] as (Person | 'visitor')[]) {
    for (const [sql, values] of [
      ['select public.managed_communities()', []],
      ['select public.managed_community($1)', [id]],
      ['select public.managed_members($1)', [id]],
      [`select public.community_candidates($1, 'a')`, [id]],
      ['select public.add_community_member($1, $2)', [id, person.id]],
      ['select public.delete_community($1)', [id]],
    ] as [string, unknown[]][]) {
      expect([sql, (await db.as(who, sql, values)).code]).toEqual([sql, '42501'])
    }
  }
  expect(await membership(id, person)).toBeUndefined()
})
