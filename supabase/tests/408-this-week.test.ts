import { expect, test } from 'vitest'
import { useDatabase } from './database'
import { assignments } from './scenes/assignments'
import { cohorts } from './scenes/cohorts'

// What a learner sees of their cohort: lessons that opened, what comes next, and their progress
// (rules/cohorts#this-week).
const db = useDatabase()
const { cohort, join, release, change } = cohorts(db)
const { task } = assignments(db)
const message = { title: 'Welcome', message: 'We begin on Monday.' }

test('a learner sees what opened this week, what comes next, and their progress', async () => {
  const course = await db.course({ title: 'Knots' })
  const mia = await db.person()
  const id = await cohort({ courses: [course] })
  await release(id, course.text, 8)
  await release(id, course.link, 12, '09:00')
  await join(id, mia)
  const [week] = (await db.answer(mia, 'my_week', {})) as Record<string, unknown>[]
  expect(week).toMatchObject({
    id,
    state: 'RUNNING',
    my_state: 'ACTIVE',
    day: 10,
    total: 3,
    open: 2,
    done: 0,
    opened: [{ title: 'Reading', course: 'Knots', slug: course.slug }],
    next: [{ title: 'Looking it up', lessons: 1, course: 'Knots' }],
  })
  expect(week?.next).toMatchObject([{ opens_at: week?.changes_at }])
  await db.as(mia, 'insert into public.lesson_completions (lesson_id) values ($1)', [course.text])
  expect(await db.answer(mia, 'my_week', {})).toMatchObject([{ done: 1, opened: [] }])
})

test('while a person pauses, nothing comes next', async () => {
  const course = await db.course()
  const mia = await db.person()
  const id = await cohort({ courses: [course] })
  await release(id, course.link, 12)
  await join(id, mia)
  await change(id, mia, `state = 'PAUSED'`)
  expect(await db.answer(mia, 'my_week', {})).toMatchObject([
    { my_state: 'PAUSED', next: [], changes_at: null, open: 2 },
  ])
})

test('people without a cohort, or whose cohort is a draft, has ended, or was left by them, see no week', async () => {
  const mia = await db.person()
  expect(await db.answer(mia, 'my_week', {})).toEqual([])
  await join(await cohort({ draft: true }), mia)
  await join(await cohort({ starts: -200 }), mia)
  const left = await cohort()
  await join(left, mia)
  await change(left, mia, `state = 'LEFT'`)
  expect(await db.answer(mia, 'my_week', {})).toEqual([])
})

test('the library says which courses are taken in a cohort, and when the next lesson of each opens', async () => {
  const [course, other] = [await db.course(), await db.course()]
  const mia = await db.person()
  await db.entitle(mia, other.id)
  const id = await cohort({ courses: [course] })
  await release(id, course.link, 12, '09:00')
  await join(id, mia)
  type Row = { id: string; in_cohort?: boolean; opens_at?: string; time_zone?: string }
  const library = async () => {
    const rows = (await db.answer(mia, 'library', {})) as Row[]
    return [course, other].map(({ id }) => rows.find((row) => row.id === id))
  }
  const [week] = (await db.answer(mia, 'my_week', {})) as { changes_at: string }[]
  const [held, free] = await library()
  expect(held).toMatchObject({
    in_cohort: true,
    opens_at: week?.changes_at,
    time_zone: 'UTC',
  })
  expect(free).not.toHaveProperty('in_cohort')
  await change(id, mia, `state = 'PAUSED'`)
  expect((await library())[0]).not.toHaveProperty('opens_at')
  await db.owner(
    `update public.cohorts set ends_on = current_date - 3, access_ends_on = current_date + 30 where id = $1`,
    [id],
  )
  expect((await library())[0]).toMatchObject({ in_cohort: false })
})

test('the account state contains the time zone that a person chose', async () => {
  const mia = await db.person()
  const account = async () => (await db.answer(mia, 'my_account_state', {})) as object
  expect(await account()).toMatchObject({ time_zone: null })
  await db.as(mia, `insert into public.preferences (time_zone) values ('Asia/Kathmandu')`)
  expect(await account()).toMatchObject({ time_zone: 'Asia/Kathmandu' })
})

test('people of a cohort read the names of the others, and those of its staff', async () => {
  const coach = await db.person({ role: 'MODERATOR', name: 'Coach' })
  const [mia, max, left] = [
    await db.person({ name: 'Mia' }),
    await db.person({ name: 'Max' }),
    await db.person({ name: 'Lou' }),
  ]
  const id = await cohort({ staff: [coach] })
  for (const person of [mia, max, left]) await join(id, person)
  await change(id, left, `state = 'LEFT'`)
  expect(await db.answer(mia, 'cohort_mates', { cohort_id: id })).toEqual({
    people: ['Max'],
    staff: [{ name: 'Coach', duty: 'COACH' }],
  })
  for (const person of [left, await db.person()]) {
    expect((await db.call(person, 'cohort_mates', { cohort_id: id })).code).toBe('42501')
  }
})

interface Planned {
  openings: { title: string; day: number; open: boolean; opens_at: string | null; done: number }[]
  dues: { title: string; day: number; state: string | null; open: boolean }[]
  shift: number
  messages: { title: string; sender: string | null }[]
}

test('the page of a cohort has its whole schedule, with the shift, and the messages of its staff', async () => {
  const coach = await db.person({ role: 'MODERATOR', name: 'Cora' })
  const work = await task({ dueDay: 20 })
  const id = await cohort({ courses: [work.course], staff: [coach] })
  const mia = await db.person()
  await release(id, work.course.text, 2)
  await release(id, work.course.link, 12)
  await join(id, mia)
  await db.answer(coach, 'send_cohort_message', { ...message, cohort_id: id })
  await change(id, mia, 'shift_days = 1')
  await db.as(mia, 'insert into public.lesson_completions (lesson_id) values ($1)', [
    work.course.text,
  ])
  const read = async () =>
    (await db.answer(mia, 'my_cohort_schedule', { cohort_id: id })) as Planned
  const { openings, dues, shift, messages } = await read()
  expect(shift).toBe(1)
  expect(openings).toMatchObject([
    { day: 0, open: true, done: 0, lessons: 2 },
    { day: 2, open: true, done: 1, title: 'Reading' },
    { day: 12, open: false, done: 0, title: 'Looking it up' },
  ])
  expect(dues).toMatchObject([{ title: 'Building a page', day: 20, state: null, open: true }])
  expect(messages).toMatchObject([{ title: 'Welcome', sender: 'Cora' }])
  const [, reading] = openings
  expect(Date.parse(String(reading?.opens_at))).toBe(
    Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), new Date().getUTCDate() - 7),
  )
  await change(id, mia, `state = 'PAUSED'`)
  expect((await read()).openings.at(-1)).toMatchObject({ open: false, opens_at: null })
  await change(id, mia, `state = 'LEFT'`)
  for (const who of [mia, coach, await db.person()]) {
    expect((await db.call(who, 'my_cohort_schedule', { cohort_id: id })).code).toBe('42501')
  }
})
