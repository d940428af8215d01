import { expect, test } from 'vitest'
import { useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

// What a learner reads about their cohort: what opened, what comes next, how they stand (rules/cohorts#this-week).
const db = useDatabase()
const { cohort, join, release, change } = cohorts(db)

test('a learner sees what opened this week, what comes next and how they stand', async () => {
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

test('people without a cohort, or with a draft, an ended or a left one, see none of it', async () => {
  const mia = await db.person()
  expect(await db.answer(mia, 'my_week', {})).toEqual([])
  await join(await cohort({ draft: true }), mia)
  await join(await cohort({ starts: -200 }), mia)
  const left = await cohort()
  await join(left, mia)
  await change(left, mia, `state = 'LEFT'`)
  expect(await db.answer(mia, 'my_week', {})).toEqual([])
})

test('the library says which courses ask for the week, and when the next lesson of each opens', async () => {
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

test('the zone that a person chose comes with their account', async () => {
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
