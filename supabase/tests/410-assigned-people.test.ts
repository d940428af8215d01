import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

// If moderators do not see everybody, they have their rights only on the people of their cohorts. For every other
// person, they get the same answers as for a person who does not exist (rules/access#moderators-see-everybody).
const db = useDatabase()
const { cohort, join, release, change } = cohorts(db)

const narrowed = <T>(work: () => Promise<T>) =>
  db.withSettings({ moderators_see_everybody: false }, work)

let maya: Person
let milo: Person
let ada: Person
let inside: Person
let outside: Person
let gone: Person
let nobody: Person
let mayas: string
let course: { id: string; slug: string; text: string }

beforeAll(async () => {
  ;[maya, milo, ada, inside, outside, gone] = await Promise.all([
    db.person({ role: 'MODERATOR', name: 'Maya' }),
    db.person({ role: 'MODERATOR', name: 'Milo' }),
    db.person({ role: 'ADMIN', name: 'Ada' }),
    db.person({ name: 'Zinnia Inside' }),
    db.person({ name: 'Zinnia Outside' }),
    db.person({ name: 'Zinnia Gone' }),
  ])
  nobody = { id: randomUUID(), email: 'nobody@example.test' }
  course = await db.course({ title: 'Granted' })
  mayas = await cohort({ staff: [maya] })
  const milos = await cohort({ staff: [milo] })
  await join(mayas, inside)
  await join(milos, outside)
  await join(mayas, gone)
  await change(mayas, gone, `state = 'LEFT', left_at = now()`)
  for (const person of [inside, outside, gone]) {
    await db.entitle(person, course.id)
    await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
      person.id,
      course.text,
    ])
  }
})

/** Returns the ids in an answer {total, members: [{id}]}. */
async function listed(who: Person, name: string, args: Record<string, unknown>) {
  const { total, members } = (await db.answer(who, name, args)) as {
    total: number
    members: { id: string }[]
  }
  return { total, ids: members.map(({ id }) => id) }
}

/** The calls of a moderator about one person, by name. */
const QUESTIONS: Record<string, (about: Person) => [name: string, args: Record<string, unknown>]> =
  {
    person: ({ id }) => ['person', { user_id: id }],
    access: ({ id }) => ['person_access', { user_id: id }],
    lessons: ({ id }) => ['person_lessons', { user_id: id, course_id: course.id }],
    invites: ({ id }) => ['person_invites', { user_id: id }],
    granted: ({ id }) => ['member_access', { user_id: id }],
    progress: ({ id }) => ['member_analytics', { user_id: id }],
    address: ({ email }) => ['member_by_address', { address: email }],
    addresses: ({ email }) => ['members_by_address', { addresses: [email] }],
    saving: ({ id }) => [
      'save_access',
      { user_id: id, to_grant: `{${course.id}}`, to_revoke: '{}' },
    ],
    counting: ({ id }) => [
      'count_access',
      { act: 'revoke', course_ids: `{${course.id}}`, people: `{${id}}` },
    ],
    changing: ({ id }) => [
      'change_access',
      {
        operation_id: randomUUID(),
        piece: 1,
        act: 'revoke',
        course_ids: `{${course.id}}`,
        people: `{${id}}`,
      },
    ],
    inviting: ({ email }) => ['check_invites', { lines: JSON.stringify([{ email }]) }],
    adding: ({ id }) => ['add_cohort_people', { cohort_id: mayas, people: `{${id}}` }],
  }

/** An answer without the values that name the person in the question. */
async function answered(name: string, who: Person, about: Person): Promise<string> {
  const [call, args] = QUESTIONS[name]?.(about) ?? ['', {}]
  const { rows, code, message } = await db.call(who, call, args)
  return JSON.stringify({ answer: rows[0]?.answer, code, message })
    .replaceAll(about.email, 'EMAIL')
    .replaceAll(about.id, 'ID')
}

const grantsOf = async ({ id }: Person) =>
  (
    await db.owner(
      'select count(*)::int as n from public.entitlements where user_id = $1 and course_id = $2',
      [id, course.id],
    )
  )[0]?.n

describe('a moderator who does not see everybody', () => {
  test.each(Object.keys(QUESTIONS))(
    '%s: a person outside of the cohorts gets the same answer as one who does not exist',
    async (name) => {
      await narrowed(async () => {
        const unknown = await answered(name, maya, nobody)
        for (const person of [outside, gone]) {
          expect(await answered(name, maya, person)).toBe(unknown)
        }
        // The answer about a person of the cohorts differs, so this call could tell people apart.
        if (name !== 'changing' && name !== 'invites' && name !== 'adding') {
          expect(await answered(name, maya, inside)).not.toBe(unknown)
        }
      })
      expect(await grantsOf(outside)).toBe(1)
      expect(await grantsOf(gone)).toBe(1)
    },
  )

  test('can read and change the access of people of their cohorts', async () => {
    await narrowed(async () => {
      const person = await db.answer(maya, 'person', { user_id: inside.id })
      expect(person).toMatchObject({ id: inside.id, name: 'Zinnia Inside', phone: null })
      expect(await db.answer(maya, 'member_by_address', { address: inside.email })).toMatchObject({
        id: inside.id,
      })
      expect(await db.answer(maya, 'member_analytics', { user_id: inside.id })).toMatchObject([
        { id: course.id, completed: 1 },
      ])
      const to = { user_id: inside.id }
      expect(
        await db.answer(maya, 'save_access', {
          ...to,
          to_grant: '{}',
          to_revoke: `{${course.id}}`,
        }),
      ).toMatchObject({ revoked: 1 })
      expect(
        await db.answer(maya, 'save_access', {
          ...to,
          to_grant: `{${course.id}}`,
          to_revoke: '{}',
        }),
      ).toMatchObject({ granted: 1 })
    })
  })

  test('is not told which other cohorts open courses to these people', async () => {
    const [other, admins] = [await db.course(), await db.person({ role: 'ADMIN' })]
    const hidden = await cohort({ courses: [other], staff: [milo] })
    await release(hidden, other.text, 30)
    const max = await db.person()
    await join(mayas, max)
    await join(hidden, max)
    const questions: [string, Record<string, unknown>][] = [
      ['member_access', { user_id: max.id }],
      ['person_access', { user_id: max.id }],
      ['person_lessons', { user_id: max.id, course_id: other.id }],
      ['person_cohorts', { user_id: max.id }],
    ]
    const told = async (who: Person) =>
      Promise.all(
        questions.map(async ([name, args]) =>
          JSON.stringify(await db.answer(who, name, args)).includes(hidden),
        ),
      )
    expect(await told(maya)).toEqual([true, true, true, true])
    await narrowed(async () => {
      expect(await told(maya)).toEqual([false, false, false, false])
      expect(await told(admins)).toEqual([true, true, true, true])
      const lessons = await db.answer(maya, 'person_lessons', {
        user_id: max.id,
        course_id: other.id,
      })
      expect(lessons).toMatchObject([
        { reason: 'UNRELEASED', day: 30, cohort: null, grant: { source: 'COHORT', cohort: null } },
        { reason: 'GRANTED', grant: { cohort: null } },
        { reason: 'GRANTED' },
      ])
    })
    await db.owner('delete from public.cohort_members where user_id = $1', [max.id])
    await db.owner('delete from public.cohorts where id = $1', [hidden])
  })

  test('lists, searches, filters and counts only people of their cohorts', async () => {
    const searches = [
      { query: 'zinnia' },
      { course: course.id },
      { quiet: '7' },
      { query: 'zinnia', course: course.id },
      { role: 'MEMBER' },
      { state: 'active', sort: 'name' },
      {},
    ]
    await narrowed(async () => {
      for (const search of searches) {
        const found = await listed(maya, 'members', search)
        expect([search, found]).toEqual([
          search,
          'quiet' in search ? { total: 0, ids: [] } : { total: 1, ids: [inside.id] },
        ])
      }
      for (const search of [
        {},
        { query: 'zinnia' },
        { course_id: course.id },
        { sort: 'name' },
        { query: 'zinnia', sort: 'name' },
      ]) {
        expect([search, await listed(maya, 'analytics', search)]).toEqual([
          search,
          { total: 1, ids: [inside.id] },
        ])
      }
      expect((await listed(ada, 'members', { query: 'zinnia' })).total).toBe(3)
    })
    expect((await listed(maya, 'members', { query: 'zinnia' })).total).toBe(3)
    expect((await listed(maya, 'analytics', { query: 'zinnia' })).total).toBe(3)
  })

  test('can read only rows of access and completions of these people', async () => {
    const owners = async (who: Person, table: string) =>
      (
        await db.as(
          who,
          `select distinct user_id from public.${table} where user_id = any ($1) order by 1`,
          [[inside.id, outside.id, gone.id]],
        )
      ).rows.map(({ user_id }) => user_id)
    for (const table of ['entitlements', 'lesson_completions']) {
      expect(await owners(maya, table)).toHaveLength(3)
      await narrowed(async () => {
        expect(await owners(maya, table)).toEqual([inside.id])
        expect(await owners(milo, table)).toEqual([outside.id])
        expect(await owners(ada, table)).toHaveLength(3)
        expect(await owners(outside, table)).toEqual([outside.id])
      })
    }
  })

  test('cannot write a row of access for another person', async () => {
    const other = await db.course()
    const grant = (who: Person, to: Person) =>
      db.as(who, `insert into public.entitlements (user_id, course_id) values ($1, $2)`, [
        to.id,
        other.id,
      ])
    const revoke = (who: Person, from: Person) =>
      db.as(
        who,
        'delete from public.entitlements where user_id = $1 and course_id = $2 returning id',
        [from.id, other.id],
      )
    await narrowed(async () => {
      expect(await grant(maya, outside)).toMatchObject({ code: '42501' })
      expect(await grant(maya, nobody)).toMatchObject({ code: '42501' })
      expect((await grant(maya, inside)).code).toBeUndefined()
      expect((await grant(milo, outside)).code).toBeUndefined()
      expect((await revoke(maya, outside)).rows).toEqual([])
      expect((await revoke(maya, inside)).rows).toHaveLength(1)
      expect((await revoke(milo, outside)).rows).toHaveLength(1)
    })
  })

  test('does not reach more people by adding them to a cohort', async () => {
    const add = (who: Person, { id }: Person) =>
      db.as(who, 'insert into public.cohort_members (cohort_id, user_id) values ($1, $2)', [
        second,
        id,
      ])
    const second = await cohort({ staff: [maya, ada] })
    await narrowed(async () => {
      for (const person of [outside, gone, nobody]) {
        expect(await add(maya, person)).toMatchObject({ code: '42501' })
      }
      expect((await add(maya, inside)).code).toBeUndefined()
      expect((await add(ada, gone)).code).toBeUndefined()
    })
    expect((await add(maya, outside)).code).toBeUndefined()
    await db.owner('delete from public.cohort_members where cohort_id = $1', [second])
    await db.owner('delete from public.cohorts where id = $1', [second])
  })

  test('exports only people of their cohorts, and every page of the export checks the right again', async () => {
    await narrowed(async () => {
      for (const list of ['members', 'analytics']) {
        const { id, total } = (await db.answer(maya, 'begin_export', {
          list,
          filter: '{"search": "zinnia"}',
        })) as { id: string; total: number }
        expect([list, total]).toEqual([list, 1])
        const { rows } = (await db.answer(maya, 'export_rows', { export_id: id })) as {
          rows: { id: string }[]
        }
        expect(rows.map((row) => row.id)).toEqual([inside.id])
      }
      expect(await db.call(maya, 'begin_export', { list: 'purchases' })).toMatchObject({
        code: '42501',
      })
      expect(await db.call(maya, 'begin_export', { list: 'notifications' })).toMatchObject({
        code: '42501',
      })
    })
    const { id, total } = (await db.answer(maya, 'begin_export', {
      list: 'members',
      filter: '{"search": "zinnia"}',
    })) as { id: string; total: number }
    expect(total).toBe(3)
    await narrowed(async () => {
      const { rows } = (await db.answer(maya, 'export_rows', { export_id: id })) as {
        rows: unknown[]
      }
      expect(rows).toHaveLength(1)
    })
  })

  test('changes only the access of people of their cohorts in bulk, even if the search matches others', async () => {
    const other = await db.course()
    for (const person of [inside, outside]) await db.entitle(person, other.id)
    await narrowed(async () => {
      const act = { act: 'revoke', course_ids: `{${other.id}}`, query: 'zinnia' }
      expect(await db.answer(maya, 'count_access', act)).toMatchObject({
        people: 1,
        touched: 1,
        names: ['Zinnia Inside'],
      })
      expect(
        await db.answer(maya, 'change_access', { operation_id: randomUUID(), piece: 1, ...act }),
      ).toMatchObject({ people: 1, changed: 1 })
    })
    const left = await db.owner('select user_id from public.entitlements where course_id = $1', [
      other.id,
    ])
    expect(left).toEqual([{ user_id: outside.id }])
  })

  test('can still invite to courses, and the invites keep their courses', async () => {
    const email = `${randomUUID()}@example.test`
    await narrowed(async () => {
      const lines = JSON.stringify([{ email, courses: [course.slug] }])
      expect(await db.answer(maya, 'check_invites', { lines })).toMatchObject([{ state: 'VALID' }])
      await db.answer(maya, 'create_invite', { email, course_ids: `{${course.id}}` })
      const [invite] = await db.owner('select * from public.invites where email = $1', [email])
      expect(
        await db.owner(
          'select c as id from public.invites i, private.invited_course_ids(i) c where i.id = $1',
          [invite?.id],
        ),
      ).toEqual([{ id: course.id }])
    })
  })

  test('reaches nobody after leaving the staff of the cohort, and more people after joining the staff of a second one', async () => {
    await narrowed(async () => {
      const second = await cohort({ staff: [maya] })
      await join(second, outside)
      expect((await listed(maya, 'members', { query: 'zinnia' })).total).toBe(2)
      await db.owner('delete from public.cohort_staff where cohort_id = $1', [second])
      expect((await listed(maya, 'members', { query: 'zinnia' })).total).toBe(1)
      const temp = await db.person({ role: 'MODERATOR' })
      expect(await listed(temp, 'members', {})).toEqual({ total: 0, ids: [] })
      expect(await listed(temp, 'analytics', {})).toEqual({ total: 0, ids: [] })
      await db.owner('insert into public.cohort_staff (cohort_id, user_id) values ($1, $2)', [
        mayas,
        temp.id,
      ])
      expect((await listed(temp, 'members', {})).ids).toEqual([inside.id])
      await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [temp.id])
      await db.owner(`update public.profiles set role = 'MODERATOR' where id = $1`, [temp.id])
      expect((await listed(temp, 'members', {})).total).toBe(0)
    })
  })
})
