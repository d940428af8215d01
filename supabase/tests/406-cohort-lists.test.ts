import { expect, test } from 'vitest'
import { useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

// What staff see of cohorts: all of them, or those that they look after (rules/cohorts#staff).
const db = useDatabase()
const { cohort, join, release, change } = cohorts(db)

interface List {
  total: number
  cohorts: { id: string; state: string; people: number; courses: unknown[]; staff: unknown[] }[]
}
interface Progress {
  modules: { lessons: number }[]
  people: { id: string; opened: number; opened_done: number; done: number[] }[]
}

test('the list shows cohorts with their facts, and filters them by state', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course({ title: 'Knots' })
  const mia = await db.person()
  const running = await cohort({ courses: [course], staff: [admin] })
  await join(running, mia)
  const query = `cohort-${running.slice(0, 8)}`
  const list = (await db.answer(admin, 'cohort_list', { query, state: 'RUNNING' })) as List
  expect(list.cohorts.find(({ id }) => id === running)).toMatchObject({
    state: 'RUNNING',
    people: 1,
    courses: [{ title: 'Knots' }],
    staff: [{ id: admin.id, duty: 'COACH' }],
  })
  for (const [options, state] of [
    [{ starts: 3 }, 'UPCOMING'],
    [{ starts: -200 }, 'ENDED'],
    [{ draft: true }, 'DRAFT'],
  ] as const) {
    const id = await cohort(options)
    expect(await db.answer(admin, 'cohort', { cohort_id: id })).toMatchObject({ state })
    const others = (await db.answer(admin, 'cohort_list', { state, page_size: 100 })) as List
    expect(others.cohorts.map((row) => row.id)).toContain(id)
    expect(others.cohorts.map((row) => row.state)).not.toContain('RUNNING')
  }
})

test('an archived cohort is listed only if archived ones are asked for', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const id = await cohort()
  await db.owner('update public.cohorts set archived_at = now() where id = $1', [id])
  const ids = async (state?: string) =>
    ((await db.answer(admin, 'cohort_list', { state, page_size: 100 })) as List).cohorts.map(
      (row) => row.id,
    )
  expect([(await ids()).includes(id), (await ids('ARCHIVED')).includes(id)]).toEqual([false, true])
})

test('the people of a cohort are filtered by name and state, and listed with their completed lessons', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const [ada, zoe] = [await db.person({ name: 'Ada' }), await db.person({ name: 'Zoe' })]
  const id = await cohort({ courses: [course] })
  await join(id, ada)
  await join(id, zoe)
  await change(id, zoe, `state = 'PAUSED'`)
  await db.as(ada, 'insert into public.lesson_completions (lesson_id) values ($1)', [course.link])
  const people = async (args: object) =>
    (
      (await db.answer(admin, 'cohort_member_list', { cohort_id: id, ...args })) as {
        people: Record<string, unknown>[]
      }
    ).people
  expect(await people({})).toMatchObject([
    { id: ada.id, completed: 1, lessons: 3, state: 'ACTIVE' },
    { id: zoe.id, completed: 0, lessons: 3, state: 'PAUSED' },
  ])
  expect((await people({ sort: '-name' })).map((row) => row.id)).toEqual([zoe.id, ada.id])
  expect((await people({ state: 'PAUSED' })).map((row) => row.id)).toEqual([zoe.id])
  expect((await people({ query: 'ada' })).map((row) => row.id)).toEqual([ada.id])
})

test('the progress of a person counts the lessons that the schedule has opened, and those of them that are completed', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const [ada, ben, cora] = [await db.person(), await db.person(), await db.person()]
  const id = await cohort({ courses: [course] })
  await release(id, course.link, 12)
  for (const person of [ada, ben, cora]) await join(id, person)
  await change(id, ben, 'shift_days = -5')
  await change(id, cora, `state = 'PAUSED', paused_on = (now() at time zone 'UTC')::date - 30`)
  await db.as(ada, 'insert into public.lesson_completions (lesson_id) values ($1)', [course.text])
  const progress = (await db.answer(admin, 'cohort_progress', { cohort_id: id })) as Progress
  expect(progress.modules).toMatchObject([{ lessons: 3 }])
  const of = ({ id: person }: { id: string }) => progress.people.find((row) => row.id === person)
  expect(of(ada)).toMatchObject({ opened: 2, opened_done: 1, done: [1] })
  expect(of(ben)).toMatchObject({ opened: 3, opened_done: 0, done: [0] })
  expect(of(cora)).toMatchObject({ opened: 0, opened_done: 0 })
})

test('the schedule is saved by one call, and returned as a tree of courses, modules and lessons', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const id = await cohort({ courses: [course] })
  const save = (changes: object[]) =>
    db.call(admin, 'save_releases', { cohort_id: id, changes: JSON.stringify(changes) })
  await save([
    { module_id: course.moduleId, day: 2, at_time: '09:00' },
    { lesson_id: course.text, day: 5 },
  ])
  expect(await db.answer(admin, 'cohort_schedule', { cohort_id: id })).toMatchObject({
    courses: [
      {
        modules: [
          {
            release: { day: 2, at_time: '09:00' },
            lessons: [{ release: { day: 5, at_time: '00:00' } }, { release: null }, {}],
          },
        ],
      },
    ],
  })
  await save([{ lesson_id: course.text, day: null }])
  expect(await db.owner('select day from public.releases where cohort_id = $1', [id])).toEqual([
    { day: 2 },
  ])
  expect((await save([{ lesson_id: course.text, day: -1 }])).code).toBe('23514')
})

test('members and creators can read none of these lists', async () => {
  const id = await cohort()
  for (const role of ['MEMBER', 'CREATOR'] as const) {
    const person = await db.person({ role })
    for (const name of ['cohort', 'cohort_member_list', 'cohort_schedule', 'cohort_progress']) {
      expect([name, (await db.call(person, name, { cohort_id: id })).code]).toEqual([name, '42501'])
    }
    expect((await db.call(person, 'cohort_list', {})).code).toBe('42501')
  }
})
