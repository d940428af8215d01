import { expect, test } from 'vitest'
import { useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import { cohorts } from '../scenes/cohorts'

// Due dates in the outline, the week and the calendar (rules/assignments#due).
const db = useDatabase()
const { task, group, handIn, review } = assignments(db)
const { release, change } = cohorts(db)

interface Due {
  id: string
  at: string
  came_back: boolean
}

async function scene(options: Parameters<typeof task>[0] = { dueDay: 3 }) {
  const work = await task(options)
  const mia = await db.person()
  const coach = await db.person({ role: 'MODERATOR' })
  const cohort = await group(work, [mia], { staff: [coach] })
  const due = async () => {
    const [week] = (await db.answer(mia, 'my_week', {})) as { due: Due[] }[]
    return week?.due
  }
  const outline = async () => {
    const { modules } = (await db.answer(mia, 'course_outline', {
      slug: work.course.slug,
    })) as { modules: { lessons: { id: string; due?: { at: string; zone: string } }[] }[] }
    return modules.flatMap(({ lessons }) => lessons).filter((lesson) => 'due' in lesson)
  }
  return { ...work, mia, coach, cohort, due, outline }
}

test('the week lists work until it is handed in, and again when it is returned', async () => {
  const { mia, coach, lesson, due } = await scene()
  expect(await due()).toMatchObject([{ id: lesson, title: 'Building a page', came_back: false }])
  const round = await handIn(mia, lesson)
  expect(await due()).toEqual([])
  await review(coach, round.id, { verdict: 'AGAIN' })
  expect(await due()).toMatchObject([{ id: lesson, came_back: true }])
  const second = await handIn(mia, lesson)
  await review(coach, second.id)
  expect(await due()).toEqual([])
})

test('the week does not list work that is no longer accepted or not open yet, and none during a pause', async () => {
  const shut = await scene({ dueDay: 0, shutAfter: 0 })
  await db.owner(`update public.cohorts set starts_on = starts_on - 3 where id = '${shut.cohort}'`)
  expect(await shut.due()).toEqual([])
  const { cohort, lesson, mia, due } = await scene()
  await release(cohort, lesson, 30)
  expect(await due()).toEqual([])
  await db.owner(`delete from public.releases where lesson_id = '${lesson}'`)
  expect(await due()).toHaveLength(1)
  await change(cohort, mia, `state = 'PAUSED'`)
  expect(await due()).toEqual([])
})

test('the outline says when an assignment is due, until it has passed', async () => {
  const { mia, coach, lesson, due, outline } = await scene()
  const [first] = (await due()) ?? []
  expect(await outline()).toMatchObject([{ id: lesson, due: { at: first?.at, zone: 'UTC' } }])
  await review(coach, (await handIn(mia, lesson)).id)
  expect(await outline()).toEqual([])
})

test('the outline of a course without due dates contains none', async () => {
  const { outline } = await scene({})
  expect(await outline()).toEqual([])
})

test('the calendar contains due dates, also those changed by extensions', async () => {
  const { mia, coach, lesson, due } = await scene()
  const { token } = (await db.answer(mia, 'make_calendar_address', {})) as { token: string }
  const dues = async () => {
    const [row] = await db.owner('select public.calendar_of($1) as answer', [token])
    const found = row?.answer as
      | { cohorts: { dues: { due_at: string; changed_at: string }[] }[] }
      | undefined
    return found?.cohorts.flatMap((one) => one.dues) ?? []
  }
  const [first] = (await due()) ?? []
  const [before] = await dues()
  expect(before).toMatchObject({ lesson_id: lesson, title: 'Building a page', due_at: first?.at })
  await db.answer(coach, 'give_extension', { lesson_id: lesson, user_id: mia.id, days: 5 })
  const [after] = await dues()
  expect(Date.parse(after?.due_at ?? '')).toBeGreaterThan(Date.parse(before?.due_at ?? ''))
  expect(Date.parse(after?.changed_at ?? '')).toBeGreaterThan(Date.parse(before?.changed_at ?? ''))

  // The event shows the state of the work, with a later time of change each time, until the work has passed.
  const seen = [after]
  const last = async (handed_in: boolean) => {
    const [now] = await dues()
    expect(now).toMatchObject({ lesson_id: lesson, handed_in })
    expect(Date.parse(now?.changed_at ?? '')).toBeGreaterThan(
      Date.parse(seen.at(-1)?.changed_at ?? ''),
    )
    seen.push(now)
  }
  const round = await handIn(mia, lesson)
  await last(true)
  await review(coach, round.id, { verdict: 'AGAIN' })
  await last(false)
  const second = await handIn(mia, lesson)
  await last(true)
  await review(coach, second.id)
  expect(await dues()).toEqual([])
})
