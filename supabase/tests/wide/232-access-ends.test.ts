import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, uniqueName, useDatabase } from '../database'

// Tests the end of access, for one person and for many (rules/members#entitlement-end, rules/members#bulk).
const db = useDatabase()

const JUNE = '2090-06-30T21:59:59.999+00:00'
const JULY = '2090-07-31T21:59:59.999+00:00'
const YESTERDAY = '2020-01-01T00:00:00Z'

interface End {
  course_id: string
  expires_at: string | null
  was: string | null
}

const save = (who: Person, of: Person, ends: End[], grant: string[] = [], revoke: string[] = []) =>
  db.as(who, 'select public.save_access($1, $2, $3, $4) as answer', [
    of.id,
    grant,
    revoke,
    JSON.stringify(ends),
  ])

const endsOf = async (person: Person, course: string) =>
  (
    await db.owner(
      `select to_jsonb(expires_at) as ends from public.entitlements where user_id = $1 and course_id = $2 order by source`,
      [person.id, course],
    )
  ).map(({ ends }) => ends)

const records = async (by: Person) =>
  (
    await db.owner(
      `select action, before ->> 'expires_at' as was, after ->> 'expires_at' as now_is from public.audit_logs where user_id = $1 and action <> 'auth.login' order by id`,
      [by.id],
    )
  ).map(({ action, was, now_is }) => [action, was, now_is])

/** Adds access from a purchase or an invite to the access that staff granted. */
async function bought(person: Person, course: string) {
  await db.owner(
    `with p as (insert into public.purchases (user_id, course_id, amount_cents, provider, provider_ref, status)
       values ($1, $2, 100, 'stripe', gen_random_uuid()::text, 'COMPLETED') returning id)
     insert into public.entitlements (user_id, course_id, source, purchase_id) select $1, $2, 'PURCHASE', id from p`,
    [person.id, course],
  )
}

describe('the end of one person’s access', () => {
  test('is set with a grant, changed, and removed, each with its own record', async () => {
    const moderator = await db.person({ role: 'MODERATOR', name: 'Mo' })
    const [person, course] = [await db.person({ name: 'Ada' }), (await db.course()).id]
    const end = (expires_at: string | null, was: string | null) => [
      { course_id: course, expires_at, was },
    ]
    expect((await save(moderator, person, end(JUNE, null), [course])).rows[0]?.answer).toEqual({
      granted: 1,
      revoked: 0,
      changed: 0,
    })
    expect(await endsOf(person, course)).toEqual([JUNE])
    // The request is repeated because its answer was lost.
    expect((await save(moderator, person, end(JUNE, null), [course])).rows[0]?.answer).toEqual({
      granted: 0,
      revoked: 0,
      changed: 0,
    })
    expect((await save(moderator, person, end(JULY, JUNE))).rows[0]?.answer).toMatchObject({
      changed: 1,
    })
    await save(moderator, person, end(JULY, JUNE))
    expect(await endsOf(person, course)).toEqual([JULY])
    await save(moderator, person, end(null, JULY))
    expect(await endsOf(person, course)).toEqual([null])
    expect(await records(moderator)).toEqual([
      ['entitlement.grant', null, JUNE],
      ['entitlement.end_change', JUNE, JULY],
      ['entitlement.end_change', JULY, null],
    ])
  })

  test('applies to all current entitlements to the course, a purchase’s too', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [person, course] = [await db.person(), (await db.course()).id]
    await db.entitle(person, course, '-1 day')
    await bought(person, course)
    const [ended] = await endsOf(person, course)
    await save(admin, person, [{ course_id: course, expires_at: JUNE, was: null }])
    expect(await endsOf(person, course)).toEqual([ended, JUNE])
    const [row] = (await db.value(admin, 'select public.member_access($1)', [person.id])) as {
      id: string
    }[]
    expect(row).toBeDefined()
    // A grant renews access that has ended, but does not extend running access.
    const other = (await db.course()).id
    await db.entitle(person, other, '-1 day')
    expect(
      await save(admin, person, [{ course_id: other, expires_at: JUNE, was: null }]),
    ).toMatchObject({ code: 'PT409' })
  })

  test('in the past is refused with a sentence, and nothing else is saved', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const person = await db.person()
    const [held, wanted] = [(await db.course()).id, (await db.course()).id]
    await db.entitle(person, held)
    const past = { course_id: held, expires_at: YESTERDAY, was: null }
    expect(await save(admin, person, [past], [wanted])).toMatchObject({
      code: 'PT422',
      message: 'Access cannot end in the past. Choose today or a later day.',
    })
    expect(await endsOf(person, held)).toEqual([null])
    expect(await endsOf(person, wanted)).toEqual([])
    for (const expires_at of ['infinity', '20000-01-01']) {
      expect((await save(admin, person, [{ ...past, expires_at }])).code).toBe('PT422')
    }
  })

  test('that another person changed in the meantime is not overwritten', async () => {
    const [admin, moderator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const [person, { id: course }] = [await db.person(), await db.course({ title: 'Git Basics' })]
    await db.entitle(person, course)
    await save(admin, person, [{ course_id: course, expires_at: JUNE, was: null }])
    expect(
      await save(moderator, person, [{ course_id: course, expires_at: JULY, was: null }]),
    ).toMatchObject({
      code: 'PT409',
      message:
        'Someone else has just changed access to "Git Basics". Nothing was saved. Please check it and try again.',
    })
    expect(await endsOf(person, course)).toEqual([JUNE])
    await save(admin, person, [], [], [course])
    const gone = await save(moderator, person, [{ course_id: course, expires_at: JULY, was: JUNE }])
    expect(gone.code).toBe('PT409')
    // Access without an end was granted meanwhile, and the change must not overwrite it silently.
    await save(admin, person, [], [course])
    const fresh = { course_id: course, expires_at: JULY, was: null }
    expect((await save(moderator, person, [fresh], [course])).code).toBe('PT409')
    expect((await save(moderator, person, [fresh], [], [course])).code).toBe('PT422')
  })

  test('is set by one of two concurrent changes, and the other is refused', async () => {
    const [admin, other] = [await db.person({ role: 'ADMIN' }), await db.person({ role: 'ADMIN' })]
    for (let round = 0; round < 5; round += 1) {
      const [person, course] = [await db.person(), (await db.course()).id]
      await db.entitle(person, course)
      const wish = (expires_at: string) => [{ course_id: course, expires_at, was: null }]
      const outcomes = await Promise.all([
        save(admin, person, wish(JUNE)),
        save(other, person, wish(JULY)),
      ])
      expect(outcomes.map(({ code }) => code ?? 'saved').sort()).toEqual(['PT409', 'saved'])
      expect(await endsOf(person, course)).toEqual([outcomes[0]?.code ? JULY : JUNE])
    }
  })

  test('cannot be set by other people, nor by the person themselves', async () => {
    const [person, course] = [await db.person(), (await db.course()).id]
    await db.entitle(person, course, '1 day')
    const before = await endsOf(person, course)
    const end = [{ course_id: course, expires_at: JUNE, was: before[0] as string }]
    for (const who of [person, await db.person({ role: 'CREATOR' })]) {
      expect((await save(who, person, end)).code).toBe('42501')
      const update = 'update public.entitlements set expires_at = null where user_id = $1'
      expect((await db.as(who, update, [person.id])).code).toBe('42501')
    }
    // Setting an end requires a separate right.
    await db.owner(
      `delete from public.role_permissions where resource = 'entitlements' and action = 'update' and role = 'MODERATOR'`,
    )
    try {
      const moderator = await db.person({ role: 'MODERATOR' })
      expect((await save(moderator, person, end)).code).toBe('42501')
      const bulk = {
        operation_id: randomUUID(),
        piece: 0,
        course_ids: [course],
        people: [person.id],
      }
      for (const act of [{ act: 'end' }, { act: 'grant', ends_at: JUNE }]) {
        expect((await db.call(moderator, 'change_access', { ...bulk, ...act })).code).toBe('42501')
      }
    } finally {
      await db.owner(
        `insert into public.role_permissions (role, resource, action, scope) values ('MODERATOR', 'entitlements', 'update', 'any')`,
      )
    }
    expect(await endsOf(person, course)).toEqual(before)
  })
})

interface Counted {
  people: number
  touched: number
  changes: number
}

describe('many people', () => {
  /**
   * Creates five people with one name: with access, with access until tomorrow, with access by a purchase,
   * with ended access, and without access.
   */
  async function crowd() {
    const family = uniqueName()
    const people: Person[] = []
    for (const first of 'abcde') people.push(await db.person({ name: `${first} ${family}` }))
    const [a, b, c, d] = people as [Person, Person, Person, Person]
    const [one, two] = [(await db.course()).id, (await db.course()).id]
    await db.entitle(a, one)
    await db.entitle(a, two)
    await db.entitle(b, one, '1 day')
    await bought(c, one)
    await db.entitle(d, two, '-1 day')
    return { family, people, courses: [one, two] }
  }

  test.each([
    ['grant', null, { people: 5, touched: 4, changes: 6 }],
    ['grant', JUNE, { people: 5, touched: 4, changes: 6 }],
    ['revoke', null, { people: 5, touched: 4, changes: 5 }],
    ['end', JUNE, { people: 5, touched: 3, changes: 4 }],
    ['end', null, { people: 5, touched: 1, changes: 1 }],
  ])('%s until %s: the counted people are those that change', async (act, ends_at, expected) => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const { family, courses } = await crowd()
    const wish = { act, course_ids: courses, query: family, ...(ends_at && { ends_at }) }
    const counted = (await db.answer(moderator, 'count_access', wish)) as Counted
    expect(counted).toMatchObject(expected)
    const piece = { ...wish, operation_id: randomUUID(), piece: 0 }
    const done = await db.answer(moderator, 'change_access', piece)
    expect(done).toEqual({ people: counted.people, changed: counted.changes, last: null })
    expect(await db.answer(moderator, 'change_access', piece)).toEqual(done)
    expect(await db.answer(moderator, 'count_access', wish)).toMatchObject({
      touched: 0,
      changes: 0,
    })
  })

  test('people who are given by their ids are counted in the same way, without deleted ones', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { people, courses } = await crowd()
    const ids = [...people.map(({ id }) => id), randomUUID()]
    expect(
      await db.answer(admin, 'count_access', { act: 'grant', course_ids: courses, people: ids }),
    ).toMatchObject({ people: 5, touched: 4, changes: 6 })
  })

  test('an invalid act, end, filter or right is refused, in the count and in the act', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { people, courses } = await crowd()
    const ids = people.map(({ id }) => id)
    const wish = { act: 'grant', course_ids: courses, people: ids }
    for (const wrong of [
      { act: 'delete' },
      { act: 'revoke', ends_at: JUNE },
      { act: 'end', ends_at: YESTERDAY },
      { ends_at: YESTERDAY },
      { course_ids: [] },
      { course_ids: [randomUUID()] },
      { people: null, quiet: 'for ever' },
    ]) {
      const call = { ...wish, ...wrong }
      expect([wrong, (await db.call(admin, 'count_access', call)).code]).toEqual([wrong, 'PT422'])
      const piece = { ...call, operation_id: randomUUID(), piece: 0 }
      expect([wrong, (await db.call(admin, 'change_access', piece)).code]).toEqual([wrong, 'PT422'])
    }
    for (const role of ['MEMBER', 'CREATOR'] as const) {
      const who = await db.person({ role })
      expect((await db.call(who, 'count_access', wish)).code).toBe('42501')
    }
  })
})
