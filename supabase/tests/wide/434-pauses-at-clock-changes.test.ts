import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../database'
import {
  addDays,
  dayOf,
  momentOf,
  type Stretch,
  seededRandom,
  stretchesOf,
} from '../scenes/clock-changes'

// Only lessons that had opened when a pause began stay open, also at hours that clock changes repeat or skip
// (rules/cohorts#pause). At each clock change of three zones, a person pauses, some of them twice.
const db = useDatabase()

const { chance, from, one } = seededRandom(Number(process.env.SEED ?? 11))
const ZONES = ['Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe']
const MINUTE_MS = 60_000
/** The day of the schedule on which clocks are changed, and what opens then: something every ten minutes. */
const DAY = 10
const TIMES = Array.from({ length: 30 }, (_, i) => {
  const minutes = 10 * i
  return [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')
})

interface Paused {
  person: string
  cohort: string
  zone: string
  table: Stretch[]
  starts: string
  /** One or two pauses: the shift at that time, and the moment at which the pause began. */
  pauses: { shift: number; at: number }[]
  /** The shift after the last one. */
  shift: number
}

const course = randomUUID()
const lessons = TIMES.map(() => randomUUID())
const paused: Paused[] = []

const opening = ({ table, starts }: Paused, shift: number, time: string) =>
  momentOf(table, addDays(starts, shift + DAY), time)

beforeAll(async () => {
  const insert = (sql: string, rows: unknown[]) => db.owner(sql, [JSON.stringify(rows)])
  await db.owner(
    `with c as (insert into public.courses (id, title, slug, status) values ($1::uuid, 'A course', 'pauses-' || $1::text, 'PUBLISHED') returning id),
       m as (insert into public.modules (course_id, title, index) select id, 'A module', 0 from c returning id)
     insert into public.lessons (id, module_id, title, index, content_type)
     select l.id, m.id, 'A lesson', l.n, 'TEXT' from m, unnest($2::uuid[]) with ordinality l (id, n)`,
    [course, lessons],
  )
  for (const zone of ZONES) {
    const table = stretchesOf(zone) ?? []
    for (const { from: change } of table.slice(1)) {
      const pause = (shift: number) => ({ shift, at: change + from(-110, 130) * MINUTE_MS })
      const shifts = chance(0.5) ? [0] : [0, from(-1, 1)]
      paused.push({
        ...{ person: (await db.account()).id, cohort: randomUUID(), zone, table },
        starts: addDays(dayOf(table, change), -DAY),
        pauses: shifts.map(pause),
        shift: from(-2, 40),
      })
    }
  }
  await insert(
    `insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on)
     select cohort, 'pauses-' || cohort, 'A cohort', zone, starts, starts + 90 from jsonb_to_recordset($1) r (cohort uuid, zone text, starts date)`,
    paused.map(({ cohort, starts, zone }) => ({ cohort, starts, zone })),
  )
  await db.owner(
    `insert into public.cohort_courses (cohort_id, course_id) select c, $2 from unnest($1::uuid[]) c`,
    [paused.map(({ cohort }) => cohort), course],
  )
  await db.owner(
    `insert into public.releases (cohort_id, lesson_id, day, at_time)
     select c, l.id, $4, l.time from unnest($1::uuid[]) c cross join unnest($2::uuid[], $3::time[]) l (id, time)`,
    [paused.map(({ cohort }) => cohort), lessons, TIMES, DAY],
  )
  await insert(
    'insert into public.cohort_members (cohort_id, user_id) select cohort, person from jsonb_to_recordset($1) r (cohort uuid, person uuid)',
    paused,
  )
  // Their access does not end before the last moment that the test compares.
  await db.owner(
    `update public.entitlements set created_at = '2000-01-01' where user_id = any ($1)`,
    [paused.map(({ person }) => person)],
  )
  // Ending a pause that lies in the future adds no days. Ending any other adds days, which the next shift replaces.
  const set = (sql: string, rows: object[]) =>
    insert(
      `update public.cohort_members m set ${sql} from jsonb_to_recordset($1) r (person uuid, shift int, at timestamptz) where m.user_id = r.person`,
      rows,
    )
  for (const place of [0, 1]) {
    const rows = paused.flatMap(({ person, pauses }) => {
      const pause = pauses[place]
      return pause ? [{ person, shift: pause.shift, at: new Date(pause.at) }] : []
    })
    await set('shift_days = r.shift', rows)
    await set(`state = 'PAUSED'`, rows)
    await set('paused_at = r.at', rows)
    await set(`state = 'ACTIVE'`, rows)
  }
  await set('shift_days = r.shift', paused)
})

test('only lessons that had opened when a pause began stay open', async () => {
  const questions = paused.flatMap((of) =>
    [...of.pauses.map(({ at }) => at), (of.pauses[0]?.at ?? 0) + from(0, 9) * 60 * MINUTE_MS].map(
      (moment) => ({ ...of, moment }),
    ),
  )
  expect(questions.length).toBeGreaterThan(200)
  const rows = await db.owner(
    `select q.n, coalesce(array_agg(u.lesson_id::text) filter (where u.lesson_id is not null), '{}') as closed
     from jsonb_to_recordset($1) q (n int, person uuid, moment timestamptz)
     left join lateral private.unreleased_lessons(q.person, q.moment) u on true group by q.n order by q.n`,
    [
      JSON.stringify(
        questions.map(({ person, moment }, n) => ({ n, person, moment: new Date(moment) })),
      ),
    ],
  )
  let kept = 0
  const wrong = questions.flatMap((asked, n) => {
    const { moment, pauses, shift } = asked
    const closed = new Set(rows[n]?.closed as string[])
    return TIMES.flatMap((time, i) => {
      const wasOpen = pauses.some(({ shift: then, at }) => opening(asked, then, time) <= at)
      const isOpen = wasOpen || opening(asked, shift, time) <= moment
      if (wasOpen && opening(asked, shift, time) > moment) kept += 1
      if (isOpen !== closed.has(lessons[i] ?? '')) return []
      return [{ time, isOpen, moment: new Date(moment), pauses, shift, starts: asked.starts }]
    })
  })
  // Some lessons must be open only because of a pause, or the test would not check pauses.
  expect(kept).toBeGreaterThan(500)
  expect(wrong.slice(0, 3)).toEqual([])
})

test('a membership stores few moments of pauses, even after many pauses', async () => {
  const { person } = one(paused)
  for (let n = 0; n < 12; n++) {
    await db.owner(`update public.cohort_members set state = 'PAUSED' where user_id = $1`, [person])
    await db.owner(
      `update public.cohort_members set state = 'ACTIVE', shift_days = shift_days + $2 where user_id = $1`,
      [person, n % 3],
    )
  }
  const [row] = await db.owner(
    'select cardinality(reached_at) as moments from public.cohort_members where user_id = $1',
    [person],
  )
  expect(row?.moments).toBeLessThan(5)
})
