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

// The lessons that schedules of cohorts keep closed are compared with a calculation from the rules, for generated
// cohorts and people (rules/cohorts#schedule, #shift, #pause, #grants).
const db = useDatabase()

const { chance, from, one } = seededRandom(Number(process.env.SEED ?? 7))
const COURSES = 12
const COHORTS = 60
const PEOPLE = 120
/** Clocks of these zones are changed by an hour or half of one, at midnight in some, or never. */
const ZONES = [
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
]
const TIMES = ['00:00', '00:00', '00:15', '00:30', '01:30', '02:15', '02:30', '09:00', '23:59:59']
const DAY_MS = 24 * 60 * 60_000

interface Course {
  id: string
  published: boolean
  lessons: { id: string; module: string }[]
}

interface Rule {
  day: number
  time: string
}

interface Cohort {
  id: string
  zone: string
  table: Stretch[]
  starts: string
  accessEnds: string | null
  draft: boolean
  courses: Course[]
  /** By the id of a module or lesson. */
  rules: Map<string, Rule>
}

interface Membership {
  cohort: Cohort
  person: string
  shift: number
  openAll: boolean
  /** The acts on the membership, in their order. */
  acts: ('pause' | 'resume' | 'pauseNow' | 'leave' | 'graduate')[]
  /** The day on which the pause begins. */
  pausedOn: string
  state: 'ACTIVE' | 'PAUSED' | 'LEFT' | 'GRADUATED'
  /** The moment at which a pause began. */
  stands: number
  /** The lessons that had opened when a pause began. */
  wasOpen: (rule: Rule) => boolean
}

const courses: Course[] = []
const memberships: Membership[] = []
const people: string[] = []
/** Pairs of a person and a course or lesson. */
const grants = new Set<string>()
const completions = new Set<string>()
const pair = (person: string, id: string) => `${person} ${id}`

/** A day on which clocks of a zone are changed, within the last years; null without one. */
function dayOfChange(table: Stretch[], before: string): string | null {
  const days = table.slice(1).map(({ from: at }) => dayOf(table, at))
  const near = days.filter((day) => day > addDays(before, -700) && day < addDays(before, -3))
  return near.length > 0 ? one(near) : null
}

/** When something of a cohort opens for a person with a shift. */
const opening = ({ table, starts }: Cohort, shift: number, { day, time }: Rule) =>
  momentOf(table, addDays(starts, shift + day), time)

function generateCohort(today: string): Cohort {
  const zone = one(ZONES)
  const table = stretchesOf(zone) ?? []
  const taught = [one(courses), one(courses)].slice(0, from(1, 2))
  const change = chance(0.5) ? dayOfChange(table, today) : null
  const starts = addDays(change ?? today, -from(0, 60) + (change || chance(0.8) ? 0 : 70))
  const rules = new Map<string, Rule>()
  for (const { lessons } of taught) {
    for (const { id, module } of lessons) {
      for (const [subject, share] of [
        [module, 0.3],
        [id, 0.4],
      ] as const) {
        if (!chance(share)) continue
        // Some open on the very day of the change.
        const there = change ? (Date.parse(change) - Date.parse(starts)) / DAY_MS : -1
        const day = there >= 0 && chance(0.4) ? there : from(0, 90)
        rules.set(subject, { day, time: one(TIMES) })
      }
    }
  }
  return {
    id: randomUUID(),
    zone,
    table,
    starts,
    accessEnds: chance(0.3) ? addDays(starts, from(0, 200)) : null,
    draft: chance(0.05),
    courses: [...new Set(taught)],
    rules,
  }
}

function generateMembership(cohort: Cohort, person: string, today: string): Membership {
  const change = chance(0.5) ? dayOfChange(cohort.table, today) : null
  return {
    cohort,
    person,
    shift: chance(0.5) ? 0 : from(-20, 40),
    openAll: chance(0.08),
    acts: one<Membership['acts']>([
      [],
      [],
      ['pause'],
      ['pause', 'resume'],
      ['pause', 'resume'],
      ['pause', 'resume', 'pauseNow'],
      ['pauseNow'],
      ['leave'],
      ['graduate'],
    ]),
    pausedOn: change ?? addDays(today, -from(2, 100)),
    state: 'ACTIVE',
    stands: Number.POSITIVE_INFINITY,
    wasOpen: () => false,
  }
}

/** Applies an act to each membership whose next act it is, both in the database and in the calculation. */
async function act(name: Membership['acts'][number], place: number): Promise<void> {
  const concerned = memberships.filter(({ acts }) => acts[place] === name)
  const state = { pause: 'PAUSED', pauseNow: 'PAUSED', resume: 'ACTIVE', leave: 'LEFT' } as const
  const next = name === 'graduate' ? 'GRADUATED' : state[name]
  const [row] = await db.owner(
    `with changed as (
       update public.cohort_members m set state = $2::public.cohort_member_state, paused_on = case when $3 then w.paused_on end
       from jsonb_to_recordset($1) w (cohort uuid, person uuid, paused_on date)
       where m.cohort_id = w.cohort and m.user_id = w.person returning 1
     ) select count(*)::int as changed, (extract(epoch from now()) * 1000)::float8 as now from changed`,
    [
      JSON.stringify(
        concerned.map(({ cohort, person, pausedOn }) => ({
          cohort: cohort.id,
          person,
          paused_on: pausedOn,
        })),
      ),
      next,
      name === 'pause',
    ],
  )
  expect(row?.changed).toBe(concerned.length)
  const now = Number(row?.now)
  for (const membership of concerned) {
    const { cohort, shift, pausedOn, stands, wasOpen } = membership
    membership.state = next
    if (name === 'pause') membership.stands = momentOf(cohort.table, pausedOn, '00:00')
    else if (name === 'pauseNow') membership.stands = now
    else if (name === 'resume') {
      // Lessons that had opened when the pause began stay open, and the days of the pause are added to the shift.
      membership.wasOpen = (rule) => wasOpen(rule) || opening(cohort, shift, rule) <= stands
      membership.stands = Number.POSITIVE_INFINITY
      const days = Date.parse(dayOf(cohort.table, now)) - Date.parse(pausedOn)
      membership.shift = shift + days / DAY_MS
    }
  }
}

/** By the rules, the lessons that are not open to a person at a moment, with when they open (null: unknown). */
function unreleased(person: string, moment: number): Map<string, number | null> {
  const held = memberships.filter(({ person: of, state, cohort, shift }) => {
    const { accessEnds, table, draft } = cohort
    if (of !== person || state === 'LEFT' || draft) return false
    return (
      accessEnds === null ||
      moment < momentOf(table, addDays(accessEnds, shift + 1), '00:00') - 1000
    )
  })
  const closed = new Map<string, number | null>()
  for (const course of courses) {
    const by = held.filter(({ cohort }) => cohort.courses.includes(course))
    if (!course.published || by.length === 0 || grants.has(pair(person, course.id))) continue
    for (const { id, module } of course.lessons) {
      if (completions.has(pair(person, id))) continue
      const openings = by.map((membership) => {
        const { cohort, shift, openAll, stands, state, wasOpen } = membership
        const rule = cohort.rules.get(id) ?? cohort.rules.get(module) ?? { day: 0, time: '00:00' }
        const opens = opening(cohort, shift, rule)
        const isOpen = openAll || opens <= Math.min(moment, stands) || wasOpen(rule)
        return isOpen ? 'open' : state === 'PAUSED' ? null : opens
      })
      if (openings.includes('open')) continue
      const known = openings.filter((opens) => typeof opens === 'number')
      closed.set(id, known.length > 0 ? Math.min(...known) : null)
    }
  }
  return closed
}

beforeAll(async () => {
  const insert = (sql: string, rows: unknown[]) => db.owner(sql, [JSON.stringify(rows)])
  const today = new Date().toISOString().slice(0, 10)
  for (let n = 0; n < PEOPLE; n++) people.push((await db.account()).id)
  for (let n = 0; n < COURSES; n++) {
    const modules = [randomUUID(), randomUUID()]
    const lessons = modules.flatMap((module) => [1, 2, 3].map(() => ({ id: randomUUID(), module })))
    courses.push({ id: randomUUID(), published: n > 0, lessons })
  }
  await insert(
    `insert into public.courses (id, title, slug, status)
     select id, 'A course', 'by-rules-' || id, status from jsonb_to_recordset($1) r (id uuid, status public.course_status)`,
    courses.map(({ id, published }) => ({ id, status: published ? 'PUBLISHED' : 'DRAFT' })),
  )
  await insert(
    `insert into public.modules (id, course_id, title, index)
     select id, course, 'A module', index from jsonb_to_recordset($1) r (id uuid, course uuid, index int)`,
    courses.flatMap(({ id: course, lessons }) =>
      [...new Set(lessons.map(({ module }) => module))].map((id, index) => ({ id, course, index })),
    ),
  )
  await insert(
    `insert into public.lessons (id, module_id, title, index, content_type)
     select id, module, 'A lesson', index, 'TEXT' from jsonb_to_recordset($1) r (id uuid, module uuid, index int)`,
    courses.flatMap(({ lessons }) => lessons.map((lesson, index) => ({ ...lesson, index }))),
  )
  const cohorts = Array.from({ length: COHORTS }, () => generateCohort(today))
  await insert(
    `insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, draft)
     select id, 'by-rules-' || left(id::text, 13), 'A cohort', zone, starts, starts + 90, "accessEnds", draft
     from jsonb_to_recordset($1) r (id uuid, zone text, starts date, "accessEnds" date, draft boolean)`,
    cohorts.map(({ table, rules, courses: taught, ...cohort }) => cohort),
  )
  await insert(
    `insert into public.cohort_courses (cohort_id, course_id) select cohort, course from jsonb_to_recordset($1) r (cohort uuid, course uuid)`,
    cohorts.flatMap(({ id: cohort, courses: taught }) =>
      taught.map(({ id: course }) => ({ cohort, course })),
    ),
  )
  await insert(
    `insert into public.releases (cohort_id, module_id, lesson_id, day, at_time)
     select cohort, module, lesson, day, time from jsonb_to_recordset($1) r (cohort uuid, module uuid, lesson uuid, day int, time time)`,
    cohorts.flatMap(({ id: cohort, courses: taught, rules }) =>
      [...rules].map(([subject, rule]) => {
        const isLesson = taught.some(({ lessons }) => lessons.some(({ id }) => id === subject))
        return { cohort, [isLesson ? 'lesson' : 'module']: subject, ...rule }
      }),
    ),
  )
  for (const person of people) {
    // Most people who are in two cohorts hold one course by both.
    const first = one(cohorts)
    const alike = cohorts.filter(({ courses: taught }) =>
      taught.some((course) => first.courses.includes(course)),
    )
    const joined = new Set([
      first,
      ...(chance(0.5) ? [one(alike)] : []),
      ...(chance(0.2) ? [one(cohorts)] : []),
    ])
    for (const cohort of joined) memberships.push(generateMembership(cohort, person, today))
    for (const course of first.courses) {
      if (chance(0.1)) grants.add(pair(person, course.id))
      for (const { id } of course.lessons) if (chance(0.05)) completions.add(pair(person, id))
    }
  }
  await insert(
    `insert into public.cohort_members (cohort_id, user_id, shift_days, open_all)
     select cohort, person, shift, open_all from jsonb_to_recordset($1) r (cohort uuid, person uuid, shift int, open_all boolean)`,
    memberships.map(({ cohort, person, shift, openAll }) => ({
      cohort: cohort.id,
      person,
      shift,
      open_all: openAll,
    })),
  )
  const pairs = (set: Set<string>) => [...set].map((both) => both.split(' '))
  await insert(
    `insert into public.entitlements (user_id, course_id) select (r ->> 0)::uuid, (r ->> 1)::uuid from jsonb_array_elements($1) r`,
    pairs(grants),
  )
  // Their access does not end before the last moment that the test compares.
  await db.owner(
    `update public.entitlements set created_at = '2000-01-01' where user_id = any ($1)`,
    [people],
  )
  await insert(
    `insert into public.lesson_completions (user_id, lesson_id) select (r ->> 0)::uuid, (r ->> 1)::uuid from jsonb_array_elements($1) r`,
    pairs(completions),
  )
  for (const place of [0, 1, 2]) {
    for (const name of ['pause', 'resume', 'pauseNow', 'leave', 'graduate'] as const) {
      await act(name, place)
    }
  }
})

test('the database keeps the same lessons closed to a person at a moment as the calculation', async () => {
  const questions = memberships.flatMap(({ cohort, person, shift, pausedOn }) => {
    const rule = one([...cohort.rules.values(), { day: 0, time: '00:00' }])
    const opens = opening(cohort, shift, rule)
    const ends = cohort.accessEnds ? Date.parse(addDays(cohort.accessEnds, shift)) : opens
    const moments = [
      opens - 1000,
      opens,
      momentOf(cohort.table, addDays(pausedOn, from(-2, 2)), one(TIMES)),
      ends + from(-36, 36) * 3_600_000,
      Date.now() + from(-60, 60) * DAY_MS,
    ]
    return moments.map((moment) => ({ person, moment }))
  })
  const rows = await db.owner(
    `select q.n, coalesce(jsonb_object_agg(u.lesson_id, (extract(epoch from u.opens_at) * 1000)::bigint)
         filter (where u.lesson_id is not null), '{}') as closed,
       (select count(*)::int from private.unreleased_lesson_ids(q.person, q.moment)) as ids
     from jsonb_to_recordset($1) q (n int, person uuid, moment timestamptz)
     left join lateral private.unreleased_lessons(q.person, q.moment) u on true
     group by q.n, q.person, q.moment order by q.n`,
    [
      JSON.stringify(
        questions.map(({ person, moment }, n) => ({ n, person, moment: new Date(moment) })),
      ),
    ],
  )
  expect(rows.length).toBe(questions.length)
  let shut = 0
  const wrong = questions.flatMap(({ person, moment }, n) => {
    const expected = unreleased(person, moment)
    const closed = new Map(Object.entries(rows[n]?.closed as Record<string, number | null>))
    shut += expected.size
    expect(rows[n]?.ids).toBe(closed.size)
    const lessons = [...new Set([...expected.keys(), ...closed.keys()])].filter(
      (lesson) => expected.get(lesson) !== closed.get(lesson),
    )
    return lessons.map((lesson) => {
      const course = courses.find(({ lessons: of }) => of.some(({ id }) => id === lesson))
      const module = course?.lessons.find(({ id }) => id === lesson)?.module ?? ''
      return {
        moment: new Date(moment).toISOString(),
        database: closed.get(lesson),
        rules: expected.get(lesson),
        memberships: memberships
          .filter(
            ({ person: of, cohort }) => of === person && course && cohort.courses.includes(course),
          )
          .map(({ cohort, acts, shift, pausedOn, openAll }) => ({
            zone: cohort.zone,
            starts: cohort.starts,
            rule: cohort.rules.get(lesson) ?? cohort.rules.get(module),
            acts: acts.join(),
            shift,
            pausedOn,
            openAll,
          })),
      }
    })
  })
  // Some lessons must be closed, or nothing would be compared.
  expect(shut).toBeGreaterThan(questions.length)
  expect(wrong.slice(0, 3)).toEqual([])
})
