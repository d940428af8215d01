import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, uniqueName, useDatabase } from './database'

const db = useDatabase()

interface Page {
  total: number
  members: {
    id: string
    name: string | null
    email: string
    role: string
    created_at: string
    disabled_at: string | null
    courses: number
  }[]
}

async function find(who: Person, options: Record<string, unknown>): Promise<Page> {
  return (await db.answer(who, 'members', options)) as Page
}

const ids = ({ members }: Page) => members.map(({ id }) => id)

describe('finding people', () => {
  test('by parts of name and email, in any order and without accents', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const [first, last] = [uniqueName(), uniqueName()]
    const person = await db.person({
      metadata: { name: `José ${first} Núñez-${last}`, phone: '+49 (30) 123-456' },
    })
    for (const query of [
      first,
      `${last} ${first}`,
      `jose ${first.toUpperCase()}`,
      `nunez-${last}`,
      `${first.slice(2, -2)}`,
      `j ${first}`,
      `nu ${first}`,
      person.email.slice(3, -8),
    ]) {
      expect([query, ids(await find(moderator, { query }))]).toEqual([query, [person.id]])
    }
    for (const query of [
      `${first} ${uniqueName()}`,
      `${first}%`,
      `${first}_`,
      `ose\\ ${first}`,
      `os ${first}`,
    ]) {
      expect([query, ids(await find(moderator, { query }))]).toEqual([query, []])
    }
  })

  test('by the phone for administrators only, in every list that a moderator searches', async () => {
    const [admin, moderator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const name = uniqueName()
    const person = await db.person({ metadata: { name, phone: '+49 (30) 123-456' } })
    const course = await db.course()
    const query = `${name} 4930123456`
    const totals = async (who: Person) => {
      const { total } = (await db.value(who, 'select public.analytics(query => $1)', [query])) as {
        total: number
      }
      const exported = (await db.value(who, 'select public.begin_export($1, $2)', [
        'members',
        JSON.stringify({ search: query }),
      ])) as { total: number }
      const changed = (await db.value(
        who,
        `select public.change_access(gen_random_uuid(), 0, 'grant', $1, query => $2)`,
        [[course.id], query],
      )) as { people: number }
      return [ids(await find(who, { query })), total, exported.total, changed.people]
    }
    expect(await totals(moderator)).toEqual([[], 0, 0, 0])
    expect(await totals(admin)).toEqual([[person.id], 1, 1, 1])
    expect(JSON.stringify(await find(moderator, { query: name }))).not.toContain('123-456')
  })

  test('filtered by role and state, sorted, page by page', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const family = uniqueName()
    const people: Person[] = []
    for (const [i, role] of (['MEMBER', 'CREATOR', 'MEMBER', 'MODERATOR'] as const).entries()) {
      people.push(await db.person({ role, name: `${'dbca'[i]} ${family}` }))
    }
    const [d, b, c, a] = people.map(({ id }) => id)
    await db.as(admin, 'select public.set_disabled($1, true)', [b])
    const all = await find(admin, { query: family })
    expect([all.total, ids(all)]).toEqual([4, [a, c, b, d]])
    expect(ids(await find(admin, { query: family, sort: 'oldest' }))).toEqual([d, b, c, a])
    expect(ids(await find(admin, { query: family, sort: 'name' }))).toEqual([a, b, c, d])
    expect(ids(await find(admin, { query: family, sort: '-name' }))).toEqual([d, c, b, a])
    expect(ids(await find(admin, { query: family, role: 'MEMBER' }))).toEqual([c, d])
    expect(ids(await find(admin, { query: family, state: 'disabled' }))).toEqual([b])
    expect(ids(await find(admin, { query: family, state: 'active', role: 'CREATOR' }))).toEqual([])
    // People who can look after a cohort, found and counted with and without a search.
    expect(ids(await find(admin, { query: family, state: 'staff' }))).toEqual([a])
    const [counted] = await db.owner(
      `select count(*)::int from public.profiles where role in ('ADMIN', 'MODERATOR') and disabled_at is null`,
    )
    expect((await find(admin, { state: 'staff' })).total).toBe(counted?.count)
    expect(ids(await find(admin, { state: 'staff', sort: 'newest', page_size: 1 }))).toEqual([a])
    const second = await find(admin, { query: family, sort: 'name', page: 2, page_size: 3 })
    expect([second.total, ids(second)]).toEqual([4, [d]])
    expect((await find(admin, { query: family, page: 9 })).members).toEqual([])
    expect((await find(admin, { query: family, sort: "name'; drop table x" })).total).toBe(4)
    expect((await find(admin, { page_size: 100_000 })).members.length).toBeLessThanOrEqual(100)
  })

  test('with the number of courses that each can open', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const person = await db.person({ name: uniqueName() })
    for (const ends of [undefined, '1 day', '-1 day']) {
      await db.entitle(person, (await db.course()).id, ends)
    }
    const [row] = (await find(admin, { query: person.email })).members
    expect(row).toMatchObject({
      courses: 2,
      role: 'MEMBER',
      disabled_at: null,
      email: person.email,
    })
    expect(Object.keys(row ?? {})).not.toContain('phone')
  })

  test('by a name that the person changed themselves', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const person = await db.person()
    const name = uniqueName()
    await db.as(person, 'update public.profiles set name = $1 where id = $2', [name, person.id])
    expect(ids(await find(moderator, { query: name }))).toEqual([person.id])
  })

  test('is only for people who may read every profile', async () => {
    for (const role of ['MEMBER', 'CREATOR'] as const) {
      const person = await db.person({ role })
      expect((await db.as(person, 'select public.members()')).code).toBe('42501')
    }
    expect((await db.as('visitor', 'select public.members()')).code).toBe('42501')
  })
})

const access = async (who: Person, of: Person) =>
  (await db.value(who, 'select public.member_access($1)', [of.id])) as {
    id: string
    granted: boolean
    source: string | null
    expires_at: string | null
  }[]

const save = (who: Person, of: Person, grant: string[], revoke: string[]) =>
  db.as(who, 'select public.save_access($1, $2, $3) as answer', [of.id, grant, revoke])

const grants = (person: Person) =>
  db.owner(
    'select course_id, source, granted_by_id, expires_at from public.entitlements where user_id = $1 order by created_at',
    [person.id],
  )

const audited = async (person: Person, by: Person) =>
  (
    await db.owner(
      `select action from public.audit_logs where user_id = $1 and coalesce(after, before) ->> 'user_id' = $2 order by created_at, action`,
      [by.id, person.id],
    )
  ).map(({ action }) => action)

describe('managing access', () => {
  test('saves the difference in one transaction, with its author', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const person = await db.person()
    const [kept, taken, given, ended] = [
      await db.course(),
      await db.course(),
      await db.course({ status: 'DRAFT' }),
      await db.course(),
    ]
    await db.entitle(person, kept.id)
    await db.entitle(person, taken.id)
    await db.entitle(person, ended.id, '-1 day')
    const before = (await access(moderator, person)).filter(({ source }) => source)
    expect(
      before
        .filter(({ granted }) => granted)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([kept.id, taken.id].sort())
    expect(before.find(({ id }) => id === ended.id)).toMatchObject({ granted: false })

    const saved = await save(moderator, person, [given.id, ended.id, kept.id], [taken.id])
    expect(saved.rows[0]?.answer).toEqual({ granted: 2, revoked: 1, changed: 0 })
    expect((await grants(person)).map(({ course_id }) => course_id).sort()).toEqual(
      [kept.id, given.id, ended.id].sort(),
    )
    expect((await grants(person)).find(({ course_id }) => course_id === ended.id)).toMatchObject({
      source: 'MANUAL',
      granted_by_id: moderator.id,
      expires_at: null,
    })
    expect(await audited(person, moderator)).toEqual([
      'entitlement.grant',
      'entitlement.grant',
      'entitlement.revoke',
      'entitlement.revoke',
    ])

    const again = await save(moderator, person, [given.id, ended.id, kept.id], [taken.id])
    expect(again.rows[0]?.answer).toEqual({ granted: 0, revoked: 0, changed: 0 })
    expect((await audited(person, moderator)).length).toBe(4)
  })

  test('revokes bought access too, and keeps the progress', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const person = await db.person()
    const course = await db.course()
    await db.owner(
      `insert into public.entitlements (user_id, course_id, source, granted_by_id) values ($1, $2, 'PURCHASE', null), ($1, $2, 'MANUAL', null)
       on conflict do nothing`,
      [person.id, course.id],
    )
    await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
      person.id,
      course.text,
    ])
    expect((await save(admin, person, [], [course.id])).rows[0]?.answer).toEqual({
      granted: 0,
      revoked: 1,
      changed: 0,
    })
    expect(await grants(person)).toEqual([])
    expect(
      await db.owner('select 1 from public.lesson_completions where user_id = $1', [person.id]),
    ).toHaveLength(1)
  })

  test('refuses invalid values, and everybody who may not', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const person = await db.person()
    const course = await db.course()
    expect((await save(admin, person, [course.id], [course.id])).code).toBe('PT422')
    expect((await save(admin, { id: randomUUID(), email: '' }, [course.id], [])).code).toBe('PT404')
    for (const who of [person, await db.person({ role: 'CREATOR' })]) {
      expect((await save(who, person, [course.id], [])).code).toBe('42501')
      expect((await db.as(who, 'select public.member_access($1)', [person.id])).code).toBe('42501')
    }
    expect(await grants(person)).toEqual([])
  })
})

describe('a course that does not exist', () => {
  test.each([
    ['none such', async () => randomUUID()],
    [
      'one in the bin',
      async () => {
        const { id } = await db.course()
        await db.owner('update public.courses set deleted_at = now() where id = $1', [id])
        return id
      },
    ],
  ])('%s: nothing is granted, nothing is revoked', async (_, missing) => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const [person, held, wanted] = [await db.person(), await db.course(), await db.course()]
    await db.entitle(person, held.id)
    const before = await grants(person)
    const refusal = {
      code: 'PT422',
      message:
        'One of these courses no longer exists. Nothing was changed. Please open the list again.',
    }
    const gone = await missing()
    expect(await save(moderator, person, [wanted.id, gone], [held.id])).toMatchObject(refusal)
    const bulk = `select public.change_access(gen_random_uuid(), 0, 'grant', $1, people => $2)`
    expect(await db.as(moderator, bulk, [[wanted.id, gone], [person.id]])).toMatchObject(refusal)
    expect(await save(moderator, person, [wanted.id], [held.id, randomUUID()])).toMatchObject(
      refusal,
    )
    expect(await grants(person)).toEqual(before)
  })

  test('access to a course in the bin can still be revoked', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [person, course] = [await db.person(), await db.course()]
    await db.entitle(person, course.id)
    await db.owner('update public.courses set deleted_at = now() where id = $1', [course.id])
    expect((await save(admin, person, [], [course.id])).rows[0]?.answer).toEqual({
      granted: 0,
      revoked: 1,
      changed: 0,
    })
  })
})

interface Piece {
  people: number
  changed: number
  last: string | null
}

describe('many people at once', () => {
  const change = (who: Person, values: Record<string, unknown>) =>
    db.call(who, 'change_access', values)
  const crowd = async (size: number) => {
    const family = uniqueName()
    const people = await Promise.all(
      Array.from({ length: size }, () => db.person({ name: `P ${family}` })),
    )
    return { family, people }
  }

  test('grants to all results of a search, part by part, and a repeated part does nothing', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { family, people } = await crowd(5)
    const courses = await Promise.all([db.course(), db.course()])
    // With 200 courses a part has a hundred people; the test uses smaller parts.
    const piece = {
      operation_id: randomUUID(),
      piece: 0,
      course_ids: courses.map(({ id }) => id),
      act: 'grant',
      query: family,
    }
    const first = (await change(admin, piece)).rows[0]?.answer as Piece
    expect(first).toEqual({ people: 5, changed: 10, last: null })
    expect((await change(admin, piece)).rows[0]?.answer).toEqual(first)
    // Another moderator revoked one entitlement, and a repeated request must not grant it again.
    const [person] = people
    if (!person) throw new Error('no person')
    await save(admin, person, [], [courses[0].id])
    await change(admin, piece)
    expect(await grants(person)).toHaveLength(1)
    // A new operation id is a new request.
    expect(
      (await change(admin, { ...piece, operation_id: randomUUID() })).rows[0]?.answer,
    ).toMatchObject({
      changed: 1,
    })
    // The same operation id of another person is a separate operation.
    const other = await db.person({ role: 'ADMIN' })
    expect((await change(other, { ...piece, act: 'revoke' })).rows[0]?.answer).toMatchObject({
      changed: 10,
    })
  })

  test('continues after the last person of a part', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const { family } = await crowd(3)
    const courses = await Promise.all(Array.from({ length: 2 }, () => db.course()))
    const operation_id = randomUUID()
    const all = (await db.owner(`select id from public.profiles where name = $1 order by id`, [
      `P ${family}`,
    ])) as { id: string }[]
    const rest = await change(moderator, {
      operation_id,
      piece: 1,
      course_ids: courses.map(({ id }) => id),
      act: 'grant',
      query: family,
      after: all[0]?.id,
    })
    expect(rest.rows[0]?.answer).toMatchObject({ people: 2, changed: 4, last: null })
  })

  test('is refused to people who may not, and above the limit', async () => {
    const course = await db.course()
    const { people } = await crowd(1)
    const call = { operation_id: randomUUID(), piece: 0, course_ids: [course.id], act: 'grant' }
    for (const role of ['MEMBER', 'CREATOR'] as const) {
      const who = await db.person({ role })
      expect((await change(who, { ...call, people: people.map(({ id }) => id) })).code).toBe(
        '42501',
      )
    }
    const admin = await db.person({ role: 'ADMIN' })
    const many = Array.from({ length: 20_001 }, () => randomUUID())
    expect((await change(admin, { ...call, people: many })).code).toBe('PT422')
    expect((await change(admin, { ...call, course_ids: [], people: [] })).code).toBe('PT422')
    expect(
      (await change(admin, { ...call, people: people.map(({ id }) => id) })).rows[0]?.answer,
    ).toEqual({
      people: 1,
      changed: 1,
      last: null,
    })
  })
})
