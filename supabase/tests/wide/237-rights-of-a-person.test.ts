import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { seed } from '../../local/src/migrate/seed'
import { copyMigratedCluster, projectSupabaseDir } from '../../local/src/migrated-cluster'
import { startPostgres } from '../../local/src/postgres/start-postgres'
import { type Person, TestDatabase } from '../database'

// The explanation of a person's rights equals what the policies decide for that person. The tests compare
// both for everybody in the demo, for every course and lesson, under each setting that changes the result
// (rules/access#rights-of-a-person).

let db: TestDatabase
let stop: () => Promise<void>
let people: (Person & { name: string })[]

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-rights-'))
  await copyMigratedCluster({ dataDir })
  const postgres = await startPostgres({ dataDir, log: () => undefined })
  const url = postgres.urlFor('postgres')
  await seed({ url, supabaseDir: projectSupabaseDir, paths: ['./seed.sql', './seeds/*.sql'] })
  db = new TestDatabase({ owner: url, auth: postgres.urlFor('supabase_auth_admin') })
  stop = async () => {
    await db.close()
    // The connections of a closed pool end a moment later.
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
     select p.id, c.id, null, (array['MANUAL', 'INVITE']::public.entitlement_source[])[1 + (row_number() over (order by p.id, c.id)) % 2],
       now() + make_interval(days => -15 + 10 * (ascii(right(md5(p.id::text || c.id::text), 1)) % 4))
     from public.profiles p cross join public.courses c where left(md5(p.id::text || c.id::text), 1) < '6'
     on conflict do nothing`,
  )
  await addCohorts()
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

/**
 * Adds cohorts in each state, with schedules and shared courses. Their people are in each state, and are shifted
 * earlier, later or not at all. All administrators and moderators are staff of two of the cohorts.
 */
async function addCohorts(): Promise<void> {
  await db.owner(
    `insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, draft, archived_at)
     select ('30000000-0000-4000-8000-00000000000' || n)::uuid, 'rights-' || n, 'Cohort ' || n, (array['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])[1 + n % 3],
       current_date + starts, current_date + starts + 60, case when n not in (1, 3) then current_date + starts + access end, n = 1,
       case when n = 6 then now() end
     from (values (1, -5, 40), (2, 4, 40), (3, -8, 12), (4, -8, 90), (5, -70, 60), (6, -6, 90)) c (n, starts, access)`,
  )
  // Each course is in two cohorts, and each cohort has a third of the courses.
  await db.owner(
    `insert into public.cohort_courses (cohort_id, course_id)
     select h.id, c.id from (select id, row_number() over (order by slug) as n from public.cohorts where slug like 'rights-%') h
     join (select id, row_number() over (order by title, id) as n from public.courses) c on (c.n + h.n) % 3 = 0`,
  )
  await db.owner(
    `insert into public.releases (cohort_id, module_id, day, at_time)
     select k.cohort_id, m.id, 7 * m.index, '09:00' from public.cohort_courses k join public.modules m on m.course_id = k.course_id
     join public.cohorts h on h.id = k.cohort_id and h.slug like 'rights-%' where m.index % 3 <> 1`,
  )
  await db.owner(
    `insert into public.releases (cohort_id, lesson_id, day, at_time)
     select k.cohort_id, l.id, 3 + 5 * l.index, '18:30' from public.cohort_courses k join public.modules m on m.course_id = k.course_id
     join public.lessons l on l.module_id = m.id join public.cohorts h on h.id = k.cohort_id and h.slug like 'rights-%'
     where l.index % 2 = 1`,
  )
  // Some people also have the course without a cohort. Moderators have no grants.
  await db.owner(
    `delete from public.entitlements e where e.cohort_id is null and (e.expires_at is null and left(md5(e.course_id::text || e.user_id::text), 1) < '8'
       or e.user_id in (select id from public.profiles where role = 'MODERATOR'))`,
  )
  await db.owner(
    `insert into public.cohort_members (cohort_id, user_id, shift_days, open_all)
     select h.id, p.id, (array[-7, 0, 0, 14])[1 + (h.n + p.n) % 4], (h.n + p.n) % 9 = 0
     from (select id, row_number() over (order by slug) as n from public.cohorts where slug like 'rights-%') h
     join (select id, row_number() over (order by email) as n from public.profiles where role <> 'MODERATOR') p on (h.n + p.n) % 4 <> 0`,
  )
  await db.owner(
    `update public.cohort_members m set state = (array['ACTIVE', 'PAUSED', 'LEFT', 'GRADUATED'])[1 + k.n % 4]::public.cohort_member_state
     from (select cohort_id, user_id, row_number() over (order by md5(user_id::text || cohort_id::text)) as n from public.cohort_members) k
     where (k.cohort_id, k.user_id) = (m.cohort_id, m.user_id) and k.n % 4 <> 0
       and m.cohort_id in (select id from public.cohorts where slug like 'rights-%')`,
  )
  // Some people end their pause, so that lessons that had opened before stay open.
  await db.owner(
    `update public.cohort_members m set state = 'ACTIVE'
     where m.state = 'PAUSED' and left(md5(m.user_id::text), 1) < '6' and m.cohort_id in (select id from public.cohorts where slug like 'rights-%')`,
  )
  await db.owner(
    `insert into public.cohort_staff (cohort_id, user_id)
     select h.id, p.id from public.cohorts h cross join public.profiles p
     where h.slug in ('rights-1', 'rights-4') and p.role in ('ADMIN', 'MODERATOR') on conflict do nothing`,
  )
}

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

async function agree(about = people): Promise<number> {
  let open = 0
  for (const person of about) {
    const policies = await decided(person)
    expect([person.email, await explained(person)]).toEqual([person.email, policies])
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
    // What moderators may open themselves does not depend on whom they see.
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect(await agree()).toBe(before)
    })
  })

  test('after a person is disabled, a course is deleted, or a role is changed', async () => {
    const named = (mailbox: string) =>
      people.find(({ email }) => email === `${mailbox}@rookies.test`)
    const [sam, admin] = [named('member'), named('admin')]
    if (!sam || !admin) throw new Error('The demo has no member or no administrator')
    const [course] = await db.owner(
      `select e.course_id as id from public.entitlements e join public.courses c on c.id = e.course_id
       where e.user_id = $1 and c.status = 'PUBLISHED' and (e.expires_at is null or e.expires_at > now()) limit 1`,
      [sam.id],
    )
    await db.answer(admin, 'delete_course', { course_id: course?.id })
    await agree()
    await db.answer(admin, 'restore_course', { course_id: course?.id })
    // What others may open does not depend on Sam.
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [sam.id])
    await agree([sam])
    await db.owner('update public.profiles set disabled_at = null where id = $1', [sam.id])
    for (const role of ['MODERATOR', 'CREATOR', 'ADMIN', 'MEMBER']) {
      await db.owner('update public.profiles set role = $2 where id = $1', [sam.id, role])
      await agree([sam])
    }
  })

  test('in cohorts, with people in every state of membership', async () => {
    const reasons = await db.owner(
      `select distinct private.access_of(p.id, m.course_id, l.id, now()) ->> 'reason' as reason
       from public.profiles p cross join public.lessons l join public.modules m on m.id = l.module_id`,
    )
    expect(reasons.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['UNRELEASED', 'STAFF', 'GRANTED', 'ENDED', 'PREVIEW']),
    )
    const states = await db.owner(
      `select m.state, count(*)::int as people from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
       where c.slug like 'rights-%' group by 1 order by 1`,
    )
    expect(states.map(({ state }) => state)).toEqual(['ACTIVE', 'PAUSED', 'LEFT', 'GRADUATED'])
  })

  test('on the page that a moderator reads of the people of their cohorts', async () => {
    const moderator = people.find(({ email }) => email === 'moderator@rookies.test')
    if (!moderator) throw new Error('The demo has no moderator')
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      let read = 0
      for (const person of people) {
        const { rows, code } = await db.as(
          moderator,
          `select (c ->> 'id')::uuid as id from jsonb_array_elements(public.person_access($1)) c
           where (c ->> 'open')::boolean order by 1`,
          [person.id],
        )
        if (code) {
          expect(code).toBe('PT404')
          continue
        }
        read += 1
        const { rows: open } = await db.as(person, 'select id from public.courses order by 1')
        expect([person.email, rows]).toEqual([person.email, open])
      }
      expect(read).toBeGreaterThan(3)
      expect(read).toBeLessThan(people.length)
    })
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

  // This test comes last, because it moves the ends of all entitlements, and the cohorts.
  test('for a later day, as the policies decide when it has come', async () => {
    for (const days of [1, 7, 20, 90]) {
      const then = await Promise.all(people.map((person) => explained(person, days)))
      await passDays(days)
      const now = await Promise.all(people.map(decided))
      expect(people.map(({ email }, place) => [email, now[place]])).toEqual(
        people.map(({ email }, place) => [email, then[place]]),
      )
      await passDays(-days)
    }
  })
})

/** Moves all stored moments back by this many days, as if the days had passed. */
async function passDays(days: number): Promise<void> {
  await db.owner(
    `update public.entitlements set expires_at = expires_at - make_interval(days => $1) where cohort_id is null`,
    [days],
  )
  await db.owner(
    `update public.cohorts set starts_on = starts_on - $1::int, ends_on = ends_on - $1::int, access_ends_on = access_ends_on - $1::int`,
    [days],
  )
  const pauses = await db.owner(
    `select m.cohort_id, m.user_id, ((m.paused_at at time zone c.time_zone) - make_interval(days => $1)) at time zone c.time_zone as paused_at
     from public.cohort_members m join public.cohorts c on c.id = m.cohort_id where m.state = 'PAUSED'`,
    [days],
  )
  await db.owner(
    `update public.cohort_members set paused_on = paused_on - $1::int where state = 'PAUSED'`,
    [days],
  )
  // A trigger sets the moment of a pause whose day was changed, so it is moved on its own.
  for (const { cohort_id, user_id, paused_at } of pauses) {
    await db.owner(
      'update public.cohort_members set paused_at = $3 where cohort_id = $1 and user_id = $2',
      [cohort_id, user_id, paused_at],
    )
  }
}
