import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { type Person, useDatabase } from '../database'

// A transaction leaves one change signal for each resource that it changed (rules/interface#live-lists).
const db = useDatabase()

const SIGNALLED = [
  'cohort_members',
  'cohort_messages',
  'cohort_staff',
  'cohorts',
  'communities',
  'community_members',
  'community_posts',
  'courses',
  'entitlements',
  'invites',
  'lesson_attachments',
  'lessons',
  'modules',
  'notifications',
  'profiles',
  'purchases',
  'questions',
  'releases',
  'settings',
  'submissions',
]

/** The resources that moderators and creators may list or read, beyond those of every member. */
const HEARD_BY_MODERATORS = [
  'cohort_members',
  'cohort_messages',
  'cohort_staff',
  'cohorts',
  'courses',
  'entitlements',
  'inbox',
  'invites',
  'profiles',
  'questions',
  'releases',
  'submissions',
]
const HEARD_BY_CREATORS = [
  'courses',
  'inbox',
  'invites',
  'lesson_attachments',
  'lessons',
  'modules',
  'questions',
  'submissions',
]

beforeEach(() => db.owner('delete from public.list_changes'))

/** Returns the resources of all signals, in alphabetical order. */
async function signals(): Promise<unknown[]> {
  const rows = await db.owner('select resource from public.list_changes order by resource')
  return rows.map(({ resource }) => resource)
}

/** Replaces all signals by one of each resource. */
async function signalAll(): Promise<void> {
  await db.owner('delete from public.list_changes')
  // The inbox has no table of its own.
  await db.owner('insert into public.list_changes (resource) select unnest($1::text[])', [
    [...SIGNALLED, 'inbox'],
  ])
}

/** Returns the resources whose signals this person may read. */
async function heard(who: Person): Promise<unknown[]> {
  await signalAll()
  const { rows } = await db.as(who, 'select resource from public.list_changes order by resource')
  return rows.map(({ resource }) => resource)
}

/** Opens two connections that raise an error instead of waiting for each other. */
async function twoAtOnce(work: (one: pg.Client, two: pg.Client) => Promise<void>): Promise<void> {
  const open = async () => {
    const client = new pg.Client({ connectionString: inject('databaseUrls').owner })
    await client.connect()
    await client.query(`set lock_timeout = '1s'`)
    return client
  }
  const [one, two] = [await open(), await open()]
  try {
    await work(one, two)
  } finally {
    await Promise.all([one.end(), two.end()])
  }
}

describe('a transaction', () => {
  test('writes one signal for two thousand entitlements in two statements', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    await db.authService(
      `insert into auth.users (id, email) select gen_random_uuid(), 'many-' || n || '@example.test' from generate_series(1, 40) n`,
    )
    await db.owner(
      `insert into public.courses (title, slug) select 'Many ' || n, 'many-' || n from generate_series(1, 50) n`,
    )
    const named = async (sql: string) => (await db.owner(sql)).map(({ id }) => id)
    const people = await named(`select id from public.profiles where email like 'many-%'`)
    const courses = await named(`select id from public.courses where slug like 'many-%'`)
    await db.owner('delete from public.list_changes')
    expect(
      await db.answer(admin, 'change_access', {
        operation_id: randomUUID(),
        piece: 1,
        course_ids: courses,
        act: 'grant',
        people,
      }),
    ).toMatchObject({ changed: 2_000 })
    expect(await signals()).toEqual(['entitlements'])
    await db.owner('delete from public.courses where id = any ($1)', [courses])
    await db.authService('delete from auth.users where id = any ($1)', [people])
  })

  test('writes one signal for each changed resource, and none for others', async () => {
    await db.course()
    await db.owner('delete from public.list_changes')
    await db.owner(`do $$ begin
      update public.courses set title = 'New title';
      update public.courses set title = 'Newer title';
      update public.modules set title = 'New title';
      update public.settings set site_name = 'x' where false;
      delete from public.purchases where false;
    end $$`)
    expect(await signals()).toEqual(['courses', 'modules'])
  })

  test('writes no signal for a rolled-back change, and one for the next change', async () => {
    await db.course()
    await db.owner('delete from public.list_changes')
    await db.owner(`do $$ begin
      begin
        update public.courses set title = 'Taken back';
        update public.modules set title = 'Taken back';
        raise exception 'taken back';
      exception when raise_exception then null;
      end;
      update public.modules set title = 'Kept';
    end $$`)
    expect(await signals()).toEqual(['modules'])
  })

  test('writes a signal for a delete, also for a cascading one', async () => {
    const { id } = await db.course()
    await db.owner('delete from public.list_changes')
    await db.owner('delete from public.courses where id = $1', [id])
    expect(await signals()).toEqual(['courses', 'lesson_attachments', 'lessons', 'modules'])
  })

  test('writes no signal for progress, completions and the audit log', async () => {
    const member = await db.person()
    const course = await db.course()
    await db.entitle(member, course.id)
    await db.owner('delete from public.list_changes')
    await db.as(member, 'insert into public.lesson_completions (lesson_id) values ($1)', [
      course.text,
    ])
    await db.as(
      member,
      'insert into public.lesson_progress (lesson_id, position_sec) values ($1, 5)',
      [course.preview],
    )
    await db.owner(
      `insert into public.audit_logs (action, target_type) values ('course.update', 'course')`,
    )
    expect(await signals()).toEqual([])
  })

  test('writes only the name of the list when a member changes their name', async () => {
    const ada = await db.person()
    await db.owner('delete from public.list_changes')
    await db.as(ada, `update public.profiles set name = 'Ada' where id = $1`, [ada.id])
    const rows = await db.owner(
      'select to_jsonb(c) - $1::text[] as rest from public.list_changes c',
      [['id', 'at']],
    )
    expect(rows).toEqual([{ rest: { resource: 'profiles', user_id: null } }])
  })
})

describe('signals', () => {
  test('come from these tables and from no others', async () => {
    const rows = await db.owner(
      `select c.relname as table, count(*)::int as triggers
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where t.tgfoid = 'private.signal_change()'::regprocedure group by 1 order by 1`,
    )
    expect(rows).toEqual(
      [
        ...SIGNALLED.map((table) => ({ table, triggers: 3 })),
        // The page of a cohort shows its courses, and its schedule shows the due dates.
        { table: 'cohort_courses', triggers: 3 },
        { table: 'cohort_dues', triggers: 3 },
        // Notices are shown above the purchases, and are never deleted.
        { table: 'purchase_notices', triggers: 2 },
        // Rows of the inbox. Nobody deletes a single report, so there is no trigger for deletions.
        { table: 'behind_people', triggers: 2 },
        { table: 'community_post_reports', triggers: 2 },
      ].sort((a, b) => a.table.localeCompare(b.table)),
    )
  })

  test('are deleted after five minutes, with the next one', async () => {
    await db.course()
    await db.owner('delete from public.list_changes')
    await db.owner(`
      insert into public.list_changes (resource, at)
      select 'old', now() - interval '5 minutes 1 second' from generate_series(1, 15)
      union all select 'young', now() - interval '4 minutes 50 seconds'`)
    await db.owner(`update public.courses set title = 'x'`)
    expect(await signals()).toEqual(['courses', 'young'])
  })

  test('do not accumulate: each new one deletes up to twenty old ones', async () => {
    await db.course()
    await db.owner('delete from public.list_changes')
    await db.owner(`
      insert into public.list_changes (resource, at)
      select 'old', now() - interval '1 day' from generate_series(1, 50)`)
    for (const left of [30, 10, 0]) {
      await db.owner(`update public.courses set title = 'x'`)
      expect((await signals()).filter((resource) => resource === 'old')).toHaveLength(left)
    }
  })

  test('make no transaction wait for another with the same resource', async () => {
    const [first, second] = [await db.course(), await db.course()]
    await db.owner('delete from public.list_changes')
    await db.owner(`
      insert into public.list_changes (resource, at)
      select 'courses', now() - interval '1 day' from generate_series(1, 30)`)
    const rename = 'update public.courses set title = $2 where id = $1'
    await twoAtOnce(async (one, two) => {
      await one.query('begin')
      await one.query(rename, [first.id, 'One'])
      await two.query('begin')
      await two.query(rename, [second.id, 'Two'])
      await two.query('commit')
      await one.query('commit')
    })
    expect(await signals(), 'the first took twenty away, and the second the others').toEqual([
      'courses',
      'courses',
    ])
  })
})

describe('a signal', () => {
  test('is readable for administrators, of any resource', async () => {
    expect(await heard(await db.person({ role: 'ADMIN' }))).toEqual([...SIGNALLED, 'inbox'].sort())
  })

  test('is readable for moderators, of members, courses, access and invites', async () => {
    expect(await heard(await db.person({ role: 'MODERATOR' }))).toEqual(HEARD_BY_MODERATORS)
  })

  test('is readable for creators, of courses and invites, with access to the back-office', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(await heard(creator)).toEqual(HEARD_BY_CREATORS)
    })
    expect(await heard(creator)).toEqual([])
  })

  test('is not readable for members and visitors', async () => {
    expect(await heard(await db.person())).toEqual([])
    const { code } = await db.as('visitor', 'select 1 from public.list_changes')
    expect(code).toBe('42501')
  })

  test('is not readable for staff without access to the product', async () => {
    const disabled = await db.person({ role: 'ADMIN' })
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
    expect(await heard(disabled)).toEqual([])
    const weak = await db.person({ role: 'ADMIN' })
    await db.withSettings({ enable_two_factor: true }, async () => {
      expect(await heard(weak)).toEqual([])
    })
  })

  test('cannot be written, changed or deleted by any role', async () => {
    const people = [await db.person({ role: 'ADMIN' }), await db.person(), 'visitor'] as const
    await signalAll()
    const stored = () => db.owner('select * from public.list_changes order by id')
    const before = await stored()
    for (const statement of [
      `insert into public.list_changes (resource) values ('courses')`,
      `update public.list_changes set at = now()`,
      'delete from public.list_changes',
    ]) {
      for (const who of people) expect((await db.as(who, statement)).code, statement).toBe('42501')
    }
    expect(await stored()).toEqual(before)
    const operators = await db.owner(
      `select has_table_privilege('service_role', 'public.list_changes', 'insert, update, delete, truncate') as may`,
    )
    expect(operators).toEqual([{ may: false }])
  })
})
