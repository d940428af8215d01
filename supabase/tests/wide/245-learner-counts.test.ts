import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../database'

const db = useDatabase()

describe('the counts next to the completions', () => {
  /** The same numbers, counted from the rows in the simplest way. */
  const RECOUNT = `
    with pair as (
      select p.id as user_id, p.disabled_at, c.id as course_id, c.status = 'PUBLISHED' and c.deleted_at is null as live,
        (select count(*) from public.lessons l join public.modules m on m.id = l.module_id
          where m.course_id = c.id and l.deleted_at is null and m.deleted_at is null)::int as lessons,
        (select coalesce(sum(l.duration_sec), 0) from public.lessons l join public.modules m on m.id = l.module_id
          where m.course_id = c.id and l.deleted_at is null and m.deleted_at is null)::int as seconds,
        (select count(*) from public.lesson_completions lc join public.lessons l on l.id = lc.lesson_id join public.modules m on m.id = l.module_id
          where lc.user_id = p.id and m.course_id = c.id and l.deleted_at is null and m.deleted_at is null)::int as completed,
        greatest('-infinity',
          (select max(lc.completed_at) from public.lesson_completions lc join public.lessons l on l.id = lc.lesson_id
            join public.modules m on m.id = l.module_id where lc.user_id = p.id and m.course_id = c.id),
          (select max(date_trunc('minute', lp.updated_at)) from public.lesson_progress lp join public.lessons l on l.id = lp.lesson_id
            join public.modules m on m.id = l.module_id where lp.user_id = p.id and m.course_id = c.id)) as last_at,
        (select min(e.created_at) from public.entitlements e where e.user_id = p.id and e.course_id = c.id) as granted_at,
        (select max(coalesce(e.expires_at, 'infinity')) from public.entitlements e where e.user_id = p.id and e.course_id = c.id) as open_until
      from public.profiles p, public.courses c where p.id = any ($1) and c.id = any ($2)
    )`

  const drift = async (people: string[], courses: string[]) => [
    ...(await db.owner(
      `${RECOUNT} select 'course' as of, pair.*, k.* from pair full join (
         select * from private.learner_courses where user_id = any ($1) and course_id = any ($2)) k using (user_id, course_id)
       where (coalesce(k.completed, 0), coalesce(k.last_at, '-infinity'), k.granted_at, k.open_until)
           is distinct from (pair.completed, pair.last_at, pair.granted_at, pair.open_until)
         or k.finished is distinct from (pair.completed >= pair.lessons) and k.user_id is not null`,
      [people, courses],
    )),
    ...(await db.owner(
      `${RECOUNT}, person as (
         select user_id, coalesce(sum(completed) filter (where open_until is not null and live), 0)::int as completed, max(last_at) as last_at,
           min(granted_at) filter (where live and completed < lessons and disabled_at is null and open_until is not null) as granted_at,
           max(open_until) filter (where live and completed < lessons and disabled_at is null) as open_until
         from pair group by user_id)
       select 'person' as of, person.*, k.* from person full join (select * from private.learners where user_id = any ($1)) k using (user_id)
       where (k.completed, k.last_at, k.granted_at, k.open_until)
         is distinct from (person.completed, person.last_at, person.granted_at, person.open_until)`,
      [people, courses],
    )),
    ...(await db.owner(
      `${RECOUNT} select distinct 'size' as of, course_id from pair left join private.course_sizes s using (course_id)
       where (s.lessons, s.seconds, s.live) is distinct from (pair.lessons, pair.seconds, pair.live)`,
      [people, courses],
    )),
  ]

  /** Returns a pseudo-random sequence that is the same each time. */
  function dice(seed: number) {
    let state = seed
    const next = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32
    }
    return {
      pick: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T,
      number: (below: number) => Math.floor(next() * below),
    }
  }

  async function school() {
    const people = await Promise.all(Array.from({ length: 4 }, () => db.person()))
    const courses = await Promise.all(Array.from({ length: 3 }, () => db.course()))
    return {
      people: people.map(({ id }) => id),
      courses: courses.map(({ id }) => id),
      modules: courses.map(({ moduleId }) => moduleId),
    }
  }

  /** Returns random statements about anything that is counted. */
  function happening(
    { people, courses, modules }: Awaited<ReturnType<typeof school>>,
    seed: number,
  ) {
    const { pick, number } = dice(seed)
    // Returns a position that no concurrent run uses.
    let index = 1_000_000 * (1 + seed)
    const lesson = () =>
      `(select l.id from public.lessons l where l.module_id = any ($2) order by l.id offset ${number(9)} limit 1)`
    const happenings: [string, () => [string, unknown[]]][] = [
      ...Array.from({ length: 4 }, (): [string, () => [string, unknown[]]] => [
        'complete',
        () => [
          `insert into public.lesson_completions (user_id, lesson_id, completed_at)
           select p.id, l.id, now() - interval '${number(90)} hours' from public.profiles p, public.lessons l
           where p.id = $1 and l.id = ${lesson()} on conflict do nothing`,
          [pick(people), modules],
        ],
      ]),
      [
        'undo',
        () => [
          `delete from public.lesson_completions where user_id = $1 and lesson_id = ${lesson()}`,
          [pick(people), modules],
        ],
      ],
      [
        'undo many',
        () => [
          'delete from public.lesson_completions where user_id = any ($1)',
          [[pick(people), pick(people)]],
        ],
      ],
      [
        'watch',
        () => [
          `insert into public.lesson_progress (user_id, lesson_id, position_sec, updated_at)
           select p.id, l.id, 1, now() - interval '${number(90)} hours' from public.profiles p, public.lessons l
           where p.id = $1 and l.id = ${lesson()} on conflict (user_id, lesson_id) do update set position_sec = 2`,
          [pick(people), modules],
        ],
      ],
      [
        'forget watching',
        () => ['delete from public.lesson_progress where user_id = $1', [pick(people)]],
      ],
      ...Array.from({ length: 3 }, (): [string, () => [string, unknown[]]] => [
        'grant',
        () => [
          `insert into public.entitlements (user_id, course_id, granted_by_id, created_at, expires_at)
           select p.id, c.id, null, now() - interval '${number(90)} hours', now() + interval '${number(9) - 3} days'
           from public.profiles p, public.courses c where p.id = any ($1) and c.id = $2 on conflict do nothing`,
          [[pick(people), pick(people)], pick(courses)],
        ],
      ]),
      [
        'revoke',
        () => [
          'delete from public.entitlements where user_id = $1 and course_id = $2',
          [pick(people), pick(courses)],
        ],
      ],
      [
        'prolong',
        () => [
          `update public.entitlements set expires_at = nullif(now() + interval '${number(3)} days', now()) where user_id = $1`,
          [pick(people)],
        ],
      ],
      [
        'add a lesson',
        () => {
          index += 10
          return [
            `insert into public.lessons (module_id, title, index, duration_sec) select id, 'New', ${index}, ${number(600)} from public.modules where id = $1`,
            [pick(modules)],
          ]
        },
      ],
      [
        'measure a lesson',
        () => [
          `update public.lessons set duration_sec = ${number(600)} where $1 <> '' and id = ${lesson()}`,
          ['x', modules],
        ],
      ],
      [
        'delete a lesson',
        () => [
          `update public.lessons set deleted_at = now() where $1 <> '' and id = ${lesson()}`,
          ['x', modules],
        ],
      ],
      [
        'restore lessons',
        () => ['update public.lessons set deleted_at = null where module_id = $1', [pick(modules)]],
      ],
      [
        'move lessons',
        () => {
          index += 10
          return [
            `update public.lessons set module_id = m.id, index = ${index} + moved.place from public.modules m, (
               select l.id, row_number() over (order by l.id)::int as place from public.lessons l where l.module_id = $2 order by l.id limit 2) moved
             where m.id = $1 and lessons.id = moved.id`,
            [pick(modules), pick(modules)],
          ]
        },
      ],
      [
        'remove a lesson for good',
        () => [`delete from public.lessons where $1 <> '' and id = ${lesson()}`, ['x', modules]],
      ],
      [
        'delete a module',
        () => ['update public.modules set deleted_at = now() where id = $1', [pick(modules)]],
      ],
      [
        'restore modules',
        () => ['update public.modules set deleted_at = null where id = any ($1)', [modules]],
      ],
      [
        'unpublish',
        () => [`update public.courses set status = 'DRAFT' where id = $1`, [pick(courses)]],
      ],
      [
        'publish',
        () => [`update public.courses set status = 'PUBLISHED' where id = any ($1)`, [courses]],
      ],
      [
        'delete a course',
        () => ['update public.courses set deleted_at = now() where id = $1', [pick(courses)]],
      ],
      [
        'restore courses',
        () => ['update public.courses set deleted_at = null where id = any ($1)', [courses]],
      ],
      [
        'disable',
        () => ['update public.profiles set disabled_at = now() where id = $1', [pick(people)]],
      ],
      [
        'enable',
        () => ['update public.profiles set disabled_at = null where id = any ($1)', [people]],
      ],
    ]
    return () => {
      const [name, sql] = pick(happenings)
      return { name, sql: sql() }
    }
  }

  test('equal a recount after any order of changes', async () => {
    const those = await school()
    const next = happening(those, 7)
    const history: string[] = []
    for (let step = 0; step < 250; step += 1) {
      const { name, sql } = next()
      await db.owner(...sql)
      history.push(name)
      expect([history.slice(-5), await drift(those.people, those.courses)]).toEqual([
        history.slice(-5),
        [],
      ])
    }
    expect(new Set(history).size).toBe(22)

    // A module, a course or a person is deleted for good.
    await db.owner('delete from public.modules where id = $1', [those.modules[0]])
    expect(await drift(those.people, those.courses)).toEqual([])
    await db.owner('delete from public.courses where id = $1', [those.courses[1]])
    expect(await drift(those.people, [those.courses[0], those.courses[2]] as string[])).toEqual([])
    await db.owner('delete from auth.users where id = $1', [those.people[0]])
    expect(
      await drift(those.people.slice(1), [those.courses[0], those.courses[2]] as string[]),
    ).toEqual([])
    expect(
      await db.owner('select 1 from private.learners where user_id = $1', [those.people[0]]),
    ).toEqual([])
  })

  test('equal a recount after concurrent changes', async () => {
    const those = await school()
    const worker = async (seed: number) => {
      const next = happening(those, seed)
      for (let step = 0; step < 60; step += 1) {
        const { sql } = next()
        // A deadlock, or a lesson that was deleted in the meantime, fails one of the statements.
        await db.owner(...sql).catch((error: { code?: string }) => {
          if (error.code !== '40P01' && error.code !== '23503') throw error
        })
      }
    }
    await Promise.all([11, 12, 13, 14].map(worker))
    expect(await drift(those.people, those.courses)).toEqual([])
  })

  test('equal a recount after one statement creates a course and grants it', async () => {
    const person = await db.person()
    const course = randomUUID()
    await db.owner(
      `with c as (insert into public.courses (id, title, slug, status, created_by_id) values ($1, 'At once', $2, 'PUBLISHED', null)),
       m as (insert into public.modules (id, course_id, title, index) values ($1, $1, 'Module', 0)),
       l as (insert into public.lessons (id, module_id, title, index) values ($1, $1, 'Lesson', 0)),
       d as (insert into public.lesson_completions (user_id, lesson_id) values ($3, $1))
       insert into public.entitlements (user_id, course_id, granted_by_id) values ($3, $1, null)`,
      [course, `at-once-${course.slice(0, 8)}`, person.id],
    )
    expect(await drift([person.id], [course])).toEqual([])
  })

  test('stay the same after a rebuild', async () => {
    const those = await school()
    const next = happening(those, 21)
    for (let step = 0; step < 60; step += 1) await db.owner(...next().sql)
    await db.owner('select private.rebuild_analytics()')
    expect(await drift(those.people, those.courses)).toEqual([])
  })
})
