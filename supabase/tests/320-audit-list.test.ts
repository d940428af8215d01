import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, uniqueName, useDatabase } from './database'

const db = useDatabase()

interface Record {
  id: number
  action: string
  target_type: string
  created_at: string
  user_id: string | null
  who: string | null
  actor: string | null
  detailed: boolean
}
interface Page {
  count: number
  more: boolean
  newer: boolean
  older: boolean
  many_people: boolean
  records: Record[]
}

async function list(who: Person, options: { [name: string]: unknown } = {}): Promise<Page> {
  return (await db.answer(who, 'audit_list', options)) as Page
}

const place = (record: Record | undefined) => `${record?.created_at},${record?.id}`
const acts = ({ records }: Page) => records.map(({ action }) => action)

/** Writes audit records a minute apart, the last one now. Returns their ids, newest first. */
async function recorded(person: Person | null, actions: [string, string][], at = 'now()') {
  const rows = await db.owner(
    `insert into public.audit_logs (user_id, actor, action, target_type, target_id, after, created_at)
     select $1, case when $1::uuid is null then 'postgres' end, split_part(a, ' ', 1), split_part(a, ' ', 2), gen_random_uuid()::text, '{}', ${at} - (n - 1) * interval '1 minute'
     from unnest($2::text[]) with ordinality t (a, n) returning id`,
    [person?.id ?? null, actions.map((act) => act.join(' '))],
  )
  return rows.map(({ id }) => Number(id))
}

let admin: Person
beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN' })
})

describe('the audit log', () => {
  test('is filtered by kind, action, target type, person and day, and by all of them', async () => {
    const name = uniqueName()
    const person = await db.account({ name: `Ada ${name}` })
    await recorded(person, [
      ['course.publish', 'course'],
      ['module.reorder', 'course'],
      ['lesson.create', 'lesson'],
      ['entitlement.grant', 'entitlement'],
      ['entitlement.revoke', 'entitlement'],
      ['invite.cancel', 'invite'],
      ['data.export', 'list'],
      ['course.delete', 'course'],
    ])
    const mine = (options: object) => list(admin, { person: person.id, ...options })
    const all = await mine({})
    expect(all).toMatchObject({ count: 8, more: false, newer: false, older: false })
    expect(all.records[0]).toMatchObject({
      action: 'course.publish',
      user_id: person.id,
      who: `Ada ${name}`,
      detailed: true,
    })
    expect(acts(await mine({ kind: 'CREATE' }))).toEqual(['lesson.create', 'entitlement.grant'])
    expect(acts(await mine({ kind: 'UPDATE' }))).toEqual(['course.publish', 'module.reorder'])
    expect(acts(await mine({ kind: 'DELETE' }))).toEqual([
      'entitlement.revoke',
      'invite.cancel',
      'course.delete',
    ])
    expect(acts(await mine({ kind: 'EXPORT' }))).toEqual(['data.export'])
    expect(acts(await mine({ kind: 'LOGIN' }))).toEqual([])
    expect(acts(await mine({ action: 'module.reorder' }))).toEqual(['module.reorder'])
    expect(acts(await mine({ target: 'course' }))).toEqual([
      'course.publish',
      'module.reorder',
      'course.delete',
    ])
    expect(acts(await mine({ target: 'course', kind: 'DELETE' }))).toEqual(['course.delete'])
    expect(await mine({ target: 'lesson', kind: 'DELETE' })).toMatchObject({
      count: 0,
      records: [],
    })
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString()
    expect(acts(await mine({ since: ago(2), until: ago(0) }))).toEqual([
      'module.reorder',
      'lesson.create',
    ])
    expect(acts(await mine({ since: ago(2), kind: 'CREATE' }))).toEqual(['lesson.create'])
    for (const nonsense of [
      { kind: "x' or true" },
      { action: "'; drop table x" },
      { target: "course'" },
    ]) {
      expect(await mine(nonsense)).toMatchObject({ count: 0, records: [] })
    }
  })

  test('finds a person by id, its beginning, name and email, and asks for more letters if many match', async () => {
    const family = uniqueName()
    const person = await db.account({ name: `Grace ${family}` })
    const [id] = await recorded(person, [['course.update', 'course']])
    for (const typed of [
      person.id,
      person.id.toUpperCase(),
      person.id.slice(0, 8),
      ` ${person.id.slice(0, 13)}`,
      `grace ${family}`,
      person.email,
    ]) {
      expect([typed, (await list(admin, { person: typed })).records.map((r) => r.id)]).toEqual([
        typed,
        [id],
      ])
    }
    expect(await list(admin, { person: uniqueName() })).toMatchObject({
      count: 0,
      many_people: false,
    })
    await Promise.all(Array.from({ length: 10 }, () => db.account({ name: `Many ${family}` })))
    expect(await list(admin, { person: family })).toMatchObject({ records: [], many_people: true })
    expect((await list(admin, { person: `many ${family}` })).many_people).toBe(false)
    // Filters by two people at the same time, sorted by time.
    const other = await db.account({ name: `Grace the second ${family}` })
    const [second] = await recorded(
      other,
      [['course.update', 'course']],
      `now() + interval '1 second'`,
    )
    expect((await list(admin, { person: `grace ${family}` })).records.map((r) => r.id)).toEqual([
      second,
      id,
    ])
  })

  test('is paged in both directions, each record once, also with equal times', async () => {
    const person = await db.account()
    const pairs = ['course.update course', 'lesson.create lesson', 'user.update user']
    await db.owner(
      `insert into public.audit_logs (user_id, action, target_type, created_at)
       select $1, split_part(a, ' ', 1), split_part(a, ' ', 2), now() - (n / 7) * interval '1 second'
       from generate_series(0, 39) n, lateral (select ($2::text[])[1 + n % 3] as a) p`,
      [person.id, pairs],
    )
    const whole = await list(admin, { person: person.id, page_size: 100 })
    const ids = whole.records.map(({ id }) => id)
    expect(new Set(ids).size).toBe(40)

    const there: number[] = []
    let page = await list(admin, { person: person.id, page_size: 9 })
    expect([page.newer, page.older]).toEqual([false, true])
    there.push(...page.records.map(({ id }) => id))
    while (page.older) {
      page = await list(admin, {
        person: person.id,
        page_size: 9,
        after: place(page.records.at(-1)),
      })
      expect([page.newer, page.count]).toEqual([true, 40])
      there.push(...page.records.map(({ id }) => id))
    }
    expect(there).toEqual(ids)

    page = await list(admin, { person: person.id, page_size: 9, before: place(page.records[0]) })
    expect(page.records.map(({ id }) => id)).toEqual(ids.slice(27, 36))
    expect([page.newer, page.older]).toEqual([true, true])
    // If less than a page remains, the first page is shown completely.
    page = await list(admin, { person: person.id, page_size: 9, before: place(whole.records[5]) })
    expect(page.records.map(({ id }) => id)).toEqual(ids.slice(0, 9))
    expect([page.newer, page.older]).toEqual([false, true])
    for (const wrong of ['x', "2026-01-01T00:00:00Z,1' or true", '']) {
      expect(
        (await list(admin, { person: person.id, page_size: 9, after: wrong })).records[0]?.id,
      ).toBe(ids[0])
    }
  })

  test('is counted exactly up to ten thousand', async () => {
    const action = `odd.${uniqueName().slice(0, 10)}`
    await db.owner(
      `insert into public.audit_logs (action, target_type, created_at) select $1, 'odd', now() - n * interval '1 second' from generate_series(1, 10000) n`,
      [action],
    )
    expect(await list(admin, { action })).toMatchObject({ count: 10_000, more: false, older: true })
    await db.owner(`insert into public.audit_logs (action, target_type) values ($1, 'odder')`, [
      action,
    ])
    expect(await list(admin, { action })).toMatchObject({ count: 10_000, more: true })
    expect(await list(admin, { action, target: 'odder' })).toMatchObject({ count: 1, more: false })
    const choices = (await db.value(admin, 'select public.audit_choices()')) as {
      actions: string[]
      target_types: string[]
    }
    expect(choices.actions).toContain(action)
    expect(choices.target_types).toEqual(expect.arrayContaining(['odd', 'odder', 'user']))
    expect(new Set(choices.actions).size).toBe(choices.actions.length)
    await db.owner('delete from public.audit_logs where action = $1', [action])
  })

  test('names nobody for acts without a session and acts of deleted accounts', async () => {
    const [id] = await recorded(null, [['user.role_change', 'user']], `now() + interval '1 hour'`)
    const { records } = await list(admin, { action: 'user.role_change', page_size: 1 })
    expect(records[0]).toMatchObject({ id, user_id: null, who: null, actor: 'postgres' })
    await db.owner('delete from public.audit_logs where id = $1', [id])
  })

  test('and its exports are returned only to people who may read the audit log', async () => {
    for (const role of ['MEMBER', 'CREATOR', 'MODERATOR'] as const) {
      const person = await db.person({ role })
      for (const sql of [
        'select public.audit_list()',
        'select public.audit_choices()',
        `select public.begin_export('audit_logs')`,
      ]) {
        expect([role, sql, (await db.as(person, sql)).code]).toEqual([role, sql, '42501'])
      }
    }
    expect((await db.as('visitor', 'select public.audit_list()')).code).toBe('42501')
  })

  test('is exported with the same filter, with before and after', async () => {
    const person = await db.person()
    const [, wanted] = await recorded(person, [
      ['course.update', 'course'],
      ['course.delete', 'course'],
    ])
    const begun = (await db.value(admin, `select public.begin_export('audit_logs', $1)`, [
      { kind: 'DELETE', target: 'course', person: person.id.slice(0, 8) },
    ])) as { id: string; total: number }
    expect(begun.total).toBe(1)
    expect(await db.value(admin, 'select public.export_rows($1)', [begun.id])).toMatchObject({
      rows: [{ id: wanted, action: 'course.delete', after: {}, user_id: person.id }],
      next: null,
    })
    const [record] = await db.owner(
      `select after from public.audit_logs where user_id = $1 and action = 'data.export' order by id desc limit 1`,
      [admin.id],
    )
    expect(record?.after).toMatchObject({
      filter: { kind: 'DELETE', target: 'course', person: true },
    })
  })
})

test('the audit log of one course shows all acts on the course and its contents, and can be filtered further', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const [course, other] = await Promise.all([db.course(), db.course()])
  await db.as(admin, `update public.lessons set title = 'New' where id = $1`, [course.text])
  await db.as(admin, `update public.courses set status = 'DRAFT' where id = any ($1)`, [
    [course.id, other.id],
  ])
  const narrowed = (options: { [name: string]: unknown }) =>
    list(admin, { course: course.id, person: admin.id, ...options })
  expect(acts(await narrowed({}))).toEqual(['course.unpublish', 'lesson.update'])
  expect(acts(await narrowed({ target: 'lesson' }))).toEqual(['lesson.update'])
  expect(acts(await narrowed({ kind: 'UPDATE', page_size: 1 }))).toEqual(['course.unpublish'])
  expect(acts(await narrowed({ action: 'course.publish' }))).toEqual([])
  const [newest] = (await narrowed({})).records
  expect(acts(await narrowed({ after: place(newest) }))).toEqual(['lesson.update'])
})
