import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { cohorts } from '../scenes/cohorts'

// A person who has fallen behind is listed with the reason and its facts, until staff clear the reason
// (rules/cohorts#behind).
const db = useDatabase()
const { cohort, join, change } = cohorts(db)

/** Adds a lesson to a course for each number, and completes the lesson that many days ago. */
async function completed(person: Person, moduleId: string, daysAgo: number[]): Promise<void> {
  for (const days of daysAgo) {
    await db.owner(
      `with made as (
         insert into public.lessons (module_id, title, index, content_type, content)
         select $1, 'Lesson', 1 + max(index), 'TEXT', 'x' from public.lessons where module_id = $1 returning id)
       insert into public.lesson_completions (user_id, lesson_id, completed_at)
       select $2, id, now() - make_interval(days => $3) from made`,
      [moduleId, person.id, days],
    )
  }
}

async function scene() {
  const [admin, mia, course] = [
    await db.person({ role: 'ADMIN' }),
    await db.person(),
    await db.course(),
  ]
  const id = await cohort({ courses: [course], starts: -30 })
  await join(id, mia)
  await db.owner(
    `update public.cohort_members set joined_at = now() - interval '30 days' where cohort_id = $1`,
    [id],
  )
  const behind = () => db.answer(admin, 'cohort_behind', { cohort_id: id })
  return { admin, mia, course, id, behind }
}

test('a person who completed nothing three days after their first day has not started', async () => {
  const { mia, course, id, behind } = await scene()
  expect(await behind()).toMatchObject([
    { id: mia.id, reason: 'NOT_STARTED', days: 30, usual: null },
  ])
  await change(id, mia, 'shift_days = 28')
  expect(await behind()).toEqual([])
  await change(id, mia, 'shift_days = 27')
  expect(await behind()).toMatchObject([{ days: 3 }])
  await completed(mia, course.moduleId, [1])
  expect(await behind()).toEqual([])
})

test('a person is SILENT after more than twice their own usual gap, and only if they have a usual gap', async () => {
  const { mia, course, behind } = await scene()
  await completed(mia, course.moduleId, [20, 17, 14])
  expect(await behind()).toEqual([])
  await completed(mia, course.moduleId, [11])
  expect(await behind()).toMatchObject([{ id: mia.id, reason: 'SILENT', days: 11, usual: 3 }])
  await completed(mia, course.moduleId, [6])
  expect(await behind()).toEqual([])
})

test('watching a video counts as activity, too', async () => {
  const { mia, course, behind } = await scene()
  await completed(mia, course.moduleId, [20, 17, 14, 11])
  expect(await behind()).toHaveLength(1)
  await db.answer(mia, 'record_progress', { lesson_id: course.preview, position_sec: 5 })
  expect(await behind()).toEqual([])
})

test('a person who pauses, has completed all open lessons, or is in a cohort that does not run is not behind', async () => {
  const { mia, course, id, behind } = await scene()
  await change(id, mia, `state = 'PAUSED'`)
  expect(await behind()).toEqual([])
  await change(id, mia, `state = 'ACTIVE'`)
  expect(await behind()).toHaveLength(1)
  await db.owner('insert into public.releases (cohort_id, module_id, day) values ($1, $2, 60)', [
    id,
    course.moduleId,
  ])
  expect(await behind()).toEqual([])
  await db.owner('delete from public.releases where cohort_id = $1', [id])
  await db.owner(`update public.cohorts set ends_on = current_date - 2 where id = $1`, [id])
  expect(await behind()).toEqual([])
})

test('what staff clear stays cleared until the person has been active and falls behind again', async () => {
  const { admin, mia, course, id, behind } = await scene()
  await completed(mia, course.moduleId, [20, 17, 14, 11])
  const clear = () =>
    db.answer(admin, 'clear_behind', {
      cohort_id: id,
      user_id: mia.id,
      reason: 'SILENT',
      note: 'Was ill, is back.',
    })
  await clear()
  await clear()
  expect(await behind()).toEqual([])
  expect(await db.answer(admin, 'person_cohorts', { user_id: mia.id })).toMatchObject([
    { id, behind: [], cleared: [{ reason: 'SILENT', note: 'Was ill, is back.' }] },
  ])
  await db.owner(
    `update private.cohort_clearings set cleared_at = now() - interval '10 days' where user_id = $1`,
    [mia.id],
  )
  expect(await behind()).toEqual([])
  await completed(mia, course.moduleId, [9])
  expect(await behind()).toMatchObject([{ reason: 'SILENT', days: 9 }])
  const records = await db.owner(
    `select after::text as text from public.audit_logs where action = 'cohort_member.clear' and user_id = $1`,
    [admin.id],
  )
  expect(records).toHaveLength(1)
  expect(records[0]?.text).not.toContain('ill')
})

test('a learner can read the same facts about themselves, but not about other learners', async () => {
  const { mia, id } = await scene()
  expect(await db.answer(mia, 'my_week', {})).toMatchObject([
    { behind: [{ reason: 'NOT_STARTED', days: 30 }] },
  ])
  for (const [name, args] of [
    ['cohort_behind', { cohort_id: id }],
    ['clear_behind', { cohort_id: id, user_id: mia.id, reason: 'SILENT' }],
    ['person_cohorts', { user_id: mia.id }],
  ] as const) {
    expect([name, (await db.call(mia, name, args)).code]).toEqual([name, '42501'])
  }
})
