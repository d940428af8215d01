import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyBase } from '../local/src/migrate/base'
import { migrate } from '../local/src/migrate/migrate'
import { seed } from '../local/src/migrate/seed'
import { startPostgres } from '../local/src/postgres/start-postgres'
import { type Person, TestDatabase } from './database'

// The explanation of a person's rights equals what the policies decide for that person. The tests compare
// both for everybody in the demo, for every course and lesson, under each setting that changes the result
// (rules/access#rights-of-a-person).

let db: TestDatabase
let stop: () => Promise<void>
let people: (Person & { name: string })[]

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-rights-'))
  const postgres = await startPostgres({ dataDir, log: () => undefined })
  const supabaseDir = fileURLToPath(new URL('..', import.meta.url))
  const url = postgres.urlFor('postgres')
  await applyBase(postgres.superuserUrl)
  await migrate({ url, supabaseDir })
  await seed({ url, supabaseDir, paths: ['./seed.sql', './seeds/*.sql'] })
  db = new TestDatabase({ owner: url, auth: postgres.urlFor('supabase_auth_admin') })
  stop = async () => {
    await db.close()
    // A closed pool ends its connections a moment later.
    await vi.waitFor(async () => {
      const left = new pg.Client({ connectionString: postgres.superuserUrl })
      await left.connect()
      const { rows } = await left.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      await left.end()
      expect(rows).toEqual([])
    })
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }

  // Adds what the demo does not have: a creator with a draft, and entitlements with an end, of each origin.
  const creator = 'a0000000-0000-4000-8000-000000000002'
  await db.owner(
    `update public.courses set created_by_id = $1 where id = (select id from public.courses where status = 'DRAFT' and deleted_at is null limit 1)`,
    [creator],
  )
  await db.owner(
    `update public.lessons l set free_preview = true from public.modules m, public.courses c
     where m.id = l.module_id and c.id = m.course_id and c.status = 'DRAFT' and l.index = 0`,
  )
  await db.owner(
    `insert into public.entitlements (user_id, course_id, granted_by_id, source, expires_at)
     select p.id, c.id, null, (array['MANUAL', 'INVITE']::public.entitlement_source[])[1 + (row_number() over ()) % 2],
       now() + make_interval(days => -15 + 10 * ((row_number() over ()) % 4)::int)
     from public.profiles p cross join public.courses c where left(md5(p.id::text || c.id::text), 1) < '6'
     on conflict do nothing`,
  )
  const rows = (await db.owner('select id, email, name from public.profiles')) as {
    id: string
    email: string
    name: string
  }[]
  people = await Promise.all(
    rows.map(async (row) => ({ ...row, ...(await db.signedIn(row, 'aal2')) })),
  )
}, 120_000)
afterAll(() => stop())

/** Returns the courses and lessons that the explanation calls open, `days` from now. */
async function explained({ id }: Person, days = 0): Promise<unknown[]> {
  const rows = await db.owner(
    `with asked as (
       select c.id as course, null::uuid as lesson from public.courses c
       union all select m.course_id, l.id from public.lessons l join public.modules m on m.id = l.module_id)
     select coalesce(a.lesson, a.course) as id from asked a
     where (private.access_of($1, a.course, a.lesson, now() + make_interval(days => $2)) ->> 'open')::boolean
     order by 1`,
    [id, days],
  )
  return rows.map((row) => row.id)
}

/** Returns the courses and lessons that the policies show. */
async function decided(person: Person): Promise<unknown[]> {
  const { rows } = await db.as(
    person,
    'select id from public.courses union all select id from public.lessons order by 1',
  )
  return rows.map((row) => row.id)
}

/** Returns what the page of a person shows, which is built from fewer answers. */
async function said({ id }: Person): Promise<unknown[]> {
  const admin = people.find(({ email }) => email === 'admin@rookies.test')
  if (!admin) throw new Error('The demo has no administrator')
  const { rows, message } = await db.as(
    admin,
    `with courses as (select c from jsonb_array_elements(public.person_access($1)) c)
     select (c ->> 'id')::uuid as id from courses where (c ->> 'open')::boolean
     union all select (l ->> 'id')::uuid from courses, jsonb_array_elements(public.person_lessons($1, (c ->> 'id')::uuid)) l
     where (l ->> 'open')::boolean order by 1`,
    [id],
  )
  if (message) throw new Error(message)
  return rows.map((row) => row.id)
}

async function agree(days = 0): Promise<number> {
  let open = 0
  for (const person of people) {
    const policies = await decided(person)
    expect([person.email, await explained(person, days)]).toEqual([person.email, policies])
    open += policies.length
  }
  return open
}

describe('the explanation equals the decision', () => {
  test('with the demo data', async () => {
    expect(people.length).toBeGreaterThanOrEqual(20)
    expect(await agree()).toBeGreaterThan(300)
  })

  test('on the page of each person', async () => {
    for (const person of people) {
      expect([person.email, await said(person)]).toEqual([person.email, await decided(person)])
    }
  })

  test('in maintenance, with creators in the back-office, and without verification', async () => {
    const before = await agree()
    await db.withSettings({ maintenance_mode: true }, async () => {
      expect(await agree()).toBeLessThan(before)
    })
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(await agree()).toBeGreaterThan(before)
    })
    await db.withSettings({ require_email_verification: false }, async () => {
      expect(await agree()).toBeGreaterThanOrEqual(before)
    })
  })

  test('after a person is disabled, a course is deleted, or a role is changed', async () => {
    const named = (mailbox: string) =>
      people.find(({ email }) => email === `${mailbox}@rookies.test`)
    const [sam, admin] = [named('member'), named('admin')]
    if (!admin) throw new Error('The demo has no administrator')
    const [course] = await db.owner(
      `select e.course_id as id from public.entitlements e join public.courses c on c.id = e.course_id
       where e.user_id = $1 and c.status = 'PUBLISHED' and (e.expires_at is null or e.expires_at > now()) limit 1`,
      [sam?.id],
    )
    await db.answer(admin, 'delete_course', { course_id: course?.id })
    await agree()
    await db.answer(admin, 'restore_course', { course_id: course?.id })
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [sam?.id])
    await agree()
    await db.owner('update public.profiles set disabled_at = null where id = $1', [sam?.id])
    for (const role of ['MODERATOR', 'CREATOR', 'ADMIN', 'MEMBER']) {
      await db.owner('update public.profiles set role = $2 where id = $1', [sam?.id, role])
      await agree()
    }
  })

  test('in the outline, for each lesson', async () => {
    for (const person of people) {
      const open = new Set(await explained(person))
      const { rows } = await db.as(
        person,
        `select l ->> 'id' as id, (l ->> 'open')::boolean as open
         from unnest($1::text[]) s (slug), jsonb_path_query(public.course_outline(s.slug), '$.modules[*].lessons[*]') l`,
        [(await db.owner('select slug from public.courses')).map(({ slug }) => slug)],
      )
      for (const lesson of rows) {
        expect([person.email, lesson.id, lesson.open]).toEqual([
          person.email,
          lesson.id,
          open.has(lesson.id),
        ])
      }
    }
  })

  // This test comes last, because it moves the ends of all entitlements.
  test('for a later day, as the policies decide when it has come', async () => {
    for (const days of [7, 20]) {
      const then = await Promise.all(people.map((person) => explained(person, days)))
      await db.owner(
        'update public.entitlements set expires_at = expires_at - make_interval(days => $1)',
        [days],
      )
      expect(await Promise.all(people.map(decided))).toEqual(then)
      await db.owner(
        'update public.entitlements set expires_at = expires_at + make_interval(days => $1)',
        [days],
      )
    }
  })
})
