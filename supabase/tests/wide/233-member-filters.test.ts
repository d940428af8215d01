import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, uniqueName, useDatabase } from '../database'

// Tests filters by access and by inactivity (rules/members#member-filters).
const db = useDatabase()

interface Page {
  total: number
  members: { id: string }[]
}

/**
 * Ada has access and is inactive in the course, Ben has access until tomorrow, Cy had access, Dee has access
 * to another course, and Eve has none.
 */
async function fivePeople() {
  const family = uniqueName()
  const people: Record<string, Person> = {}
  for (const name of ['Ada', 'Ben', 'Cy', 'Dee', 'Eve']) {
    people[name] = await db.person({ name: `${name} ${family}` })
  }
  const { Ada, Ben, Cy, Dee, Eve } = people as Record<'Ada' | 'Ben' | 'Cy' | 'Dee' | 'Eve', Person>
  const [course, other] = [await db.course(), await db.course()]
  await db.entitle(Ada, course.id)
  await db.entitle(Ben, course.id, '1 day')
  await db.entitle(Cy, course.id, '-1 day')
  await db.entitle(Dee, other.id)
  await db.owner(
    `update public.entitlements set created_at = now() - interval '40 days' where user_id = $1`,
    [Ada.id],
  )
  return { family, course: course.id, Ada, Ben, Cy, Dee, Eve }
}

const names = (all: Record<string, unknown>, page: Page) =>
  page.members.map(({ id }) =>
    Object.keys(all).find((name) => (all[name] as Person | undefined)?.id === id),
  )

test.each([
  ['that course', (course: string) => ({ course }), ['Ada', 'Ben']],
  ['none', () => ({ course: 'none' }), ['Cy', 'Eve']],
  ['quiet for a week', () => ({ quiet: '7' }), ['Ada']],
  ['quiet for a month in that course', (course: string) => ({ course, quiet: '30' }), ['Ada']],
  ['never started', () => ({ quiet: 'never' }), ['Ada', 'Ben', 'Dee']],
  ['no course and never started: nobody', () => ({ course: 'none', quiet: 'never' }), []],
  ['nothing', () => ({}), ['Ada', 'Ben', 'Cy', 'Dee', 'Eve']],
])(
  '%s: the list, its count, the export and an act cover the same people',
  async (_, filter, expected) => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const all = await fivePeople()
    const wanted = filter(all.course)
    const page = (await db.answer(moderator, 'members', {
      query: all.family,
      sort: 'name',
      ...wanted,
    })) as Page
    expect([page.total, names(all, page)]).toEqual([expected.length, expected])
    const exported = (await db.value(moderator, 'select public.begin_export($1, $2)', [
      'members',
      JSON.stringify({ search: all.family, ...wanted }),
    ])) as { total: number }
    const act = { act: 'grant', course_ids: [(await db.course()).id], query: all.family, ...wanted }
    const counted = await db.answer(moderator, 'count_access', act)
    const done = await db.answer(moderator, 'change_access', {
      ...act,
      operation_id: randomUUID(),
      piece: 0,
    })
    expect([exported, counted, done]).toMatchObject([
      { total: expected.length },
      { people: expected.length },
      { people: expected.length, changed: expected.length },
    ])
  },
)

test('the count without a search equals the length of the list', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { course, Ben } = await fivePeople()
  await db.as(admin, 'select public.set_disabled($1, true)', [Ben.id])
  const moderator = await db.person({ role: 'MODERATOR' })
  await db.entitle(moderator, course)
  for (const [more, total] of [
    [{}, 3],
    [{ role: 'MEMBER' }, 2],
    [{ role: 'MEMBER', state: 'active' }, 1],
    [{ state: 'active' }, 2],
    [{ state: 'disabled' }, 1],
    [{ role: 'MODERATOR' }, 1],
    [{ role: 'MODERATOR', state: 'disabled' }, 0],
    [{ quiet: '7' }, 1],
  ] as const) {
    const page = (await db.answer(admin, 'members', { course, ...more })) as Page
    expect([more, page.total, page.members.length]).toEqual([more, total, total])
  }
  for (const wanted of [{ course: 'none' }, { quiet: 'never', role: 'MEMBER' }]) {
    const page = (await db.answer(admin, 'members', { ...wanted, page_size: 100 })) as Page
    expect(page.members).toHaveLength(Math.min(100, page.total))
    expect(page.total).toBeGreaterThan(0)
  }
})

test('the filter for people without access changes with each grant, its end and its revocation', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const name = uniqueName()
  const person = await db.person({ name })
  const { id: course } = await db.course({ status: 'DRAFT' })
  const none = async () =>
    ((await db.answer(admin, 'members', { query: name, course: 'none' })) as Page).total
  expect(await none()).toBe(1)
  await db.entitle(person, course)
  expect(await none()).toBe(0)
  await db.owner(
    `update public.entitlements set expires_at = now() - interval '1 minute' where user_id = $1`,
    [person.id],
  )
  expect(await none()).toBe(1)
  await db.owner('delete from public.entitlements where user_id = $1', [person.id])
  expect(await none()).toBe(1)
})

test('an unknown course or filter finds nobody, or is refused', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  expect((await db.call(admin, 'members', { course: 'x' })).code).toBe('22P02')
  expect((await db.call(admin, 'members', { quiet: '8' })).code).toBe('PT422')
  expect(((await db.answer(admin, 'members', { course: randomUUID() })) as Page).total).toBe(0)
})

test('a list of emails finds the members among them, in any case', async () => {
  const moderator = await db.person({ role: 'MODERATOR' })
  const [ada, ben] = [await db.person(), await db.person()]
  const stranger = `${randomUUID()}@example.test`
  const addresses = [ada.email.toUpperCase(), ` ${ben.email} `, stranger, ada.email]
  const found = (await db.answer(moderator, 'members_by_address', { addresses })) as {
    address: string
    id: string
  }[]
  expect(found.map(({ id }) => id).sort()).toEqual([ada.id, ben.id].sort())
  expect(found.map(({ address }) => address)).not.toContain(stranger)
  const many = Array.from({ length: 2001 }, () => stranger)
  expect((await db.call(moderator, 'members_by_address', { addresses: many })).code).toBe('PT422')
  for (const role of ['MEMBER', 'CREATOR'] as const) {
    const who = await db.person({ role })
    expect((await db.call(who, 'members_by_address', { addresses })).code).toBe('42501')
  }
})

test('a page further back has the same people as the sorted list', async () => {
  const { course } = await fivePeople()
  const condition = `p.id = any (array(select e.user_id from public.entitlements e where e.course_id = '${course}'))`
  for (const ordered of ['created_at desc, id desc', 'created_at, id', 'name, id']) {
    for (const start of [0, 1, 2, 3]) {
      const [page] = await db.owner(
        `select private.page_in_order($1, $2, 2, $3) as walked, array(
           select p.id from public.profiles p where ${condition} order by ${ordered} limit 2 offset $3) as sorted`,
        [condition, ordered, start],
      )
      expect([ordered, start, page?.walked]).toEqual([ordered, start, page?.sorted])
    }
  }
})
