import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, uniqueName, useDatabase } from './database'

const db = useDatabase()

interface MemberRow {
  id: string
  courses: number
  ended: number
  completed: number
  total: number
  last_at: string | null
}
interface Page {
  total: number
  members: MemberRow[]
}

async function analytics(who: Person, options: Record<string, unknown>): Promise<Page> {
  return (await db.answer(who, 'analytics', options)) as Page
}

const ids = ({ members }: Page) => members.map(({ id }) => id)

const complete = (person: Person, lesson: string, ago = '0') =>
  db.owner(
    `insert into public.lesson_completions (user_id, lesson_id, completed_at) values ($1, $2, now() - $3::interval)
     on conflict do nothing`,
    [person.id, lesson, ago],
  )

const grant = (person: Person, course: string, ago: string, ends: string | null = null) =>
  db.owner(
    `insert into public.entitlements (user_id, course_id, granted_by_id, created_at, expires_at)
     values ($1, $2, null, now() - $3::interval, now() + $4::interval)`,
    [person.id, course, ago, ends],
  )

/**
 * Creates four people with one name, in two courses: active, inactive for ten and for forty days, and never
 * started.
 */
async function family() {
  const name = uniqueName()
  const [first, second] = await Promise.all([db.course(), db.course()])
  const people = await Promise.all(
    ['d', 'c', 'b', 'a'].map((x) => db.person({ name: `${x} ${name}` })),
  )
  const [busy, ten, forty, never] = people as [Person, Person, Person, Person]
  for (const person of people) await grant(person, first.id, '60 days')
  await grant(busy, second.id, '60 days')
  await complete(busy, first.text, '1 hour')
  await complete(busy, second.text, '2 hours')
  await complete(ten, first.text, '10 days')
  await complete(forty, first.text, '40 days')
  return { name, first, second, busy, ten, forty, never }
}

describe('one member', () => {
  const courses = async (who: Person, person: Person) =>
    (await db.value(who, 'select public.member_analytics($1)', [person.id])) as {
      id: string
      published: boolean
      completed: number
      total: number
      last_at: string | null
      access: string
      expires_at: string | null
    }[]

  test('has the granted courses, and those whose access has ended or was revoked', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const person = await db.person()
    const [open, ended, revoked, never, draft, deleted] = await Promise.all([
      db.course({ title: 'Open' }),
      db.course({ title: 'Ended' }),
      db.course({ title: 'Revoked' }),
      db.course({ title: 'Revoked before anything was done' }),
      db.course({ title: 'Draft', status: 'DRAFT' }),
      db.course({ title: 'Deleted' }),
    ])
    for (const course of [open, revoked, never, draft, deleted]) await db.entitle(person, course.id)
    await db.entitle(person, ended.id, '-1 day')
    await complete(person, open.text)
    await complete(person, open.link, '2 hours')
    await complete(person, ended.text, '3 days')
    await complete(person, revoked.text, '4 days')
    await db.owner('delete from public.entitlements where course_id = any ($1)', [
      [revoked.id, never.id],
    ])
    await db.owner('update public.courses set deleted_at = now() where id = $1', [deleted.id])
    // Two of three lessons remain, and one of them is completed.
    await db.owner('update public.lessons set deleted_at = now() where id = $1', [open.link])

    const answer = await courses(moderator, person)
    expect(answer.map(({ id, access, published }) => [id, access, published])).toEqual([
      [open.id, 'OPEN', true],
      [draft.id, 'OPEN', false],
      [ended.id, 'ENDED', true],
      [revoked.id, 'REVOKED', true],
    ])
    expect(answer.map(({ completed, total }) => [completed, total])).toEqual([
      [1, 2],
      [0, 3],
      [1, 3],
      [1, 3],
    ])
    expect(answer[1]?.last_at).toBeNull()
    expect(answer[0]?.expires_at).toBeNull()
    expect(Date.parse(answer[2]?.expires_at ?? '')).toBeLessThan(Date.now())
    expect(await courses(moderator, await db.person())).toEqual([])
  })

  test('is visible only to staff who manage members', async () => {
    const person = await db.person()
    for (const who of [person, await db.person({ role: 'CREATOR' }), 'visitor'] as (
      | Person
      | 'visitor'
    )[]) {
      expect((await db.as(who, 'select public.member_analytics($1)', [person.id])).code).toBe(
        '42501',
      )
      expect((await db.as(who, 'select public.analytics()')).code).toBe('42501')
      expect((await db.as(who, 'select * from private.learners')).code).toBe('42501')
      expect((await db.as(who, 'select private.rebuild_analytics()')).code).toBe('42501')
    }
    await db.withSettings({ creators_admin_panel: true }, async () => {
      const creator = await db.person({ role: 'CREATOR' })
      expect((await db.as(creator, 'select public.analytics()')).code).toBe('42501')
    })
  })
})

describe('all members', () => {
  test('can be searched, sorted and paged', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const { name, busy, ten, forty, never } = await family()
    const [b, t, f, n] = [busy.id, ten.id, forty.id, never.id]
    const all = await analytics(moderator, { query: name })
    expect([all.total, ids(all)]).toEqual([4, [b, t, f, n]])
    expect(all.members.map(({ courses, completed, total }) => [courses, completed, total])).toEqual(
      [
        [2, 2, 6],
        [1, 1, 3],
        [1, 1, 3],
        [1, 0, 3],
      ],
    )
    expect(all.members[3]?.last_at).toBeNull()
    expect(ids(await analytics(moderator, { query: name, sort: 'inactive' }))).toEqual([n, f, t, b])
    expect(ids(await analytics(moderator, { query: name, sort: 'name' }))).toEqual([n, f, t, b])
    expect(ids(await analytics(moderator, { query: name, sort: '-name' }))).toEqual([b, t, f, n])
    expect(ids(await analytics(moderator, { query: name, sort: 'completed' }))[0]).toBe(b)
    expect(ids(await analytics(moderator, { query: name, sort: '-completed' }))[0]).toBe(n)
    const second = await analytics(moderator, { query: name, page: 2, page_size: 3 })
    expect([second.total, ids(second)]).toEqual([4, [n]])
    expect((await analytics(moderator, { query: name, page: 9 })).members).toEqual([])
    expect((await analytics(moderator, { query: name, sort: "name'; drop table x" })).total).toBe(4)
    expect((await analytics(moderator, { query: name, quiet: "7' or true" })).total).toBe(4)
    expect((await analytics(moderator, { query: `${name}%` })).total).toBe(0)
    expect((await analytics(moderator, { page_size: 100_000 })).members.length).toBeLessThanOrEqual(
      100,
    )
  })

  test('can be filtered by course, with the activity in it', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { first, second, busy, ten, forty, never } = await family()
    const there = await analytics(admin, { course_id: second.id })
    expect(there).toMatchObject({
      total: 1,
      members: [{ id: busy.id, courses: 1, completed: 1, total: 3 }],
    })
    expect(ids(await analytics(admin, { course_id: first.id }))).toEqual(
      [busy, ten, forty, never].map(({ id }) => id),
    )
    expect(
      ids(await analytics(admin, { course_id: first.id, sort: 'name', query: 'b ' })),
    ).toContain(forty.id)
    await db.owner('delete from public.entitlements where user_id = $1 and course_id = $2', [
      ten.id,
      first.id,
    ])
    expect(ids(await analytics(admin, { course_id: first.id }))).not.toContain(ten.id)
    expect(await analytics(admin, { course_id: randomUUID() })).toEqual({ total: 0, members: [] })
  })

  test('can be filtered by inactivity: with unfinished courses, and without activity', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const { name, first, ten, forty, never, busy } = await family()
    const quiet = async (days: string, more: Record<string, unknown> = {}) =>
      ids(await analytics(moderator, { query: name, quiet: days, sort: 'name', ...more }))
    const [t, f, n] = [ten.id, forty.id, never.id]
    expect(await quiet('7')).toEqual([n, f, t])
    expect(await quiet('14')).toEqual([n, f])
    expect(await quiet('30')).toEqual([n, f])
    expect(await quiet('never')).toEqual([n])
    expect(await quiet('7', { course_id: first.id })).toEqual([n, f, t])
    expect(await quiet('never', { course_id: first.id })).toEqual([n])

    // A completed course has no next lesson, until it grows.
    for (const lesson of [first.text, first.preview, first.link])
      await complete(forty, lesson, '40 days')
    expect(await quiet('14')).toEqual([n])
    await db.owner(
      `insert into public.lessons (module_id, title, index) values ($1, 'One more', 3)`,
      [first.moduleId],
    )
    expect(await quiet('14')).toEqual([n, f])
    // Neither has ended access, nor a disabled account.
    await db.owner(
      `update public.entitlements set expires_at = now() - interval '1 day' where user_id = $1`,
      [f],
    )
    expect(await quiet('14')).toEqual([n])
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [n])
    expect(await quiet('14')).toEqual([])
    expect(await quiet('14', { course_id: first.id })).toEqual([])
    await db.owner('update public.profiles set disabled_at = null where id = $1', [n])
    expect(await quiet('never')).toEqual([n])
    // A learner whose access began yesterday is not inactive.
    const fresh = await db.person({ name: `e ${name}` })
    await grant(fresh, first.id, '1 day')
    expect(await quiet('7')).toEqual([n, t])
    expect(await quiet('never')).toEqual([n, fresh.id])
    expect(await quiet('7', { query: busy.email })).toEqual([])
  })
})

describe('the export', () => {
  test('contains the filtered people, and is for people who may read them', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const { name, first, busy, never } = await family()
    const begin = (who: Person, filter: object) =>
      db.as(who, `select public.begin_export('analytics', $1) as export`, [JSON.stringify(filter)])
    const read = async (filter: object) => {
      const begun = (await begin(moderator, filter)).rows[0]?.export as {
        id: string
        total: number
      }
      const { rows } = (await db.value(moderator, 'select public.export_rows($1)', [begun.id])) as {
        rows: Record<string, unknown>[]
      }
      expect(rows).toHaveLength(begun.total)
      return rows
    }
    const all = await read({ search: name })
    expect(all).toHaveLength(4)
    expect(all[0]).toMatchObject({ id: busy.id, courses: 2, completed: 2, total: 6, percent: 33 })
    expect(all[3]).toMatchObject({ id: never.id, percent: 0, last_activity: null })
    expect(await read({ search: name, quiet: 'never', course: first.id })).toMatchObject([
      { id: never.id, courses: 1, total: 3 },
    ])
    expect((await begin(busy, {})).code).toBe('42501')
    expect((await begin(await db.person({ role: 'CREATOR' }), {})).code).toBe('42501')
  })
})
