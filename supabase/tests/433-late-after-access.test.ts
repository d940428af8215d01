import { expect, test } from 'vitest'
import { useDatabase } from './database'
import { assignments } from './scenes/assignments'

// Which due date applies to work that arrives after access to the cohort has ended (rules/assignments#late,
// rules/assignments#due).
const db = useDatabase()
const { task, group, handIn, tryHandIn, workOf } = assignments(db)

/** Adds a person of a cohort that began ten days ago, whose access ended yesterday; `made_at` is the day before. */
async function endedAccess(options: Parameters<typeof task>[0]) {
  const work = await task(options)
  const mia = await db.person()
  const cohort = await group(work, [mia])
  await db.owner(
    `update public.entitlements set created_at = now() - interval '9 days', expires_at = now() - interval '1 day' where user_id = $1`,
    [mia.id],
  )
  return { ...work, mia, cohort, made_at: new Date(Date.now() - 2 * 86_400_000).toISOString() }
}

test('work that was made offline before access ended is late by the due date of that access, and belongs to its cohort', async () => {
  const { mia, lesson, cohort, made_at } = await endedAccess({ dueDay: 3 })
  expect(await handIn(mia, lesson, { made_at })).toMatchObject({
    late: true,
    due_at_then: expect.any(String),
  })
  expect(await workOf(mia, lesson)).toMatchObject({ cohort_id: cohort })
})

test('work that was made offline before that due date is in time', async () => {
  const { mia, lesson, made_at } = await endedAccess({ dueDay: 30 })
  expect(await handIn(mia, lesson, { made_at })).toMatchObject({
    late: false,
    due_at_then: expect.any(String),
  })
})

test('work that was made offline after the cutoff is refused', async () => {
  const { mia, lesson, made_at } = await endedAccess({ dueDay: 3, shutAfter: 0 })
  expect(await tryHandIn(mia, lesson, { made_at })).toMatchObject({
    code: 'PT409',
    message: expect.stringContaining('shut'),
  })
})

test('the due date stays if the person has the course by another grant', async () => {
  const { mia, lesson, course } = await endedAccess({ dueDay: 3 })
  await db.entitle(mia, course.id)
  expect(await handIn(mia, lesson)).toMatchObject({ late: true })
  await db.owner(`update public.cohort_members set state = 'LEFT' where user_id = $1`, [mia.id])
  expect(await handIn(mia, lesson)).toMatchObject({ late: false, due_at_then: null })
})

test('work that was made offline is accepted by the grants of that moment, not by later ones that have ended, too', async () => {
  const { mia, lesson, cohort, course, made_at } = await endedAccess({ dueDay: 3, shutAfter: 0 })
  await db.owner('insert into public.releases (cohort_id, lesson_id, day) values ($1, $2, 40)', [
    cohort,
    lesson,
  ])
  await db.owner(
    `insert into public.entitlements (user_id, course_id, created_at, expires_at) values ($1, $2, now() - interval '1 hour', now() - interval '1 minute')`,
    [mia.id, course.id],
  )
  expect(await tryHandIn(mia, lesson, { made_at })).toMatchObject({
    code: 'PT403',
    message: 'It is not open yet.',
  })
})
