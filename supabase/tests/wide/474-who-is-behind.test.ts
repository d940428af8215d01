import { describe, expect, test } from 'vitest'
import { useDatabase } from '../database'
import { Jobs } from '../jobs'
import { inboxes } from '../scenes/inbox'

// People who have fallen behind are found once on each day of their cohort, and leave the inbox as soon as they are
// active or cleared (rules/inbox#behind).
const db = useDatabase()
const { silentPerson, look } = inboxes(db)
const jobs = new Jobs(db)

const listed = (cohort: string) =>
  db.owner('select reason from private.behind_people where cohort_id = $1', [cohort])
const looked = (cohort: string) =>
  db.owner('select looked_on from private.behind_looks where cohort_id = $1', [cohort])

describe('a person who has fallen behind', () => {
  test('is found by the job, in cohorts that run, and stays the same row while they stay behind', async () => {
    const { cohort, behind } = await silentPerson()
    await db.owner('delete from private.behind_looks where cohort_id = $1', [cohort])
    await jobs.enqueue('behind')
    await jobs.runAll()
    expect(await looked(cohort)).toHaveLength(1)
    const rows = await db.owner('select id from private.behind_people where cohort_id = $1', [
      cohort,
    ])
    expect(rows).toEqual([{ id: behind }])
  })

  test('leaves the list at once when they complete a lesson', async () => {
    const { cohort, mia, course } = await silentPerson()
    await db.as(mia, 'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
      mia.id,
      course.text,
    ])
    expect(await listed(cohort)).toEqual([])
  })

  test('for NOT_STARTED stays on the list when they watch a video, or complete a lesson of another cohort’s course', async () => {
    const { cohort, mia, course } = await silentPerson()
    await db.answer(mia, 'record_progress', { lesson_id: course.preview, position_sec: 5 })
    expect(await listed(cohort)).toEqual([{ reason: 'NOT_STARTED' }])
    const other = await db.course()
    await db.entitle(mia, other.id)
    await db.as(mia, 'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
      mia.id,
      other.text,
    ])
    expect(await listed(cohort)).toEqual([{ reason: 'NOT_STARTED' }])
  })

  test('for SILENT leaves the list when they watch a video', async () => {
    const { cohort, mia, course } = await silentPerson()
    for (const days of [20, 17, 14, 11]) {
      await db.owner(
        `with made as (
           insert into public.lessons (module_id, title, index, content_type, content)
           select $1, 'Lesson', 1 + max(index), 'TEXT', 'x' from public.lessons where module_id = $1 returning id)
         insert into public.lesson_completions (user_id, lesson_id, completed_at)
         select $2, id, now() - make_interval(days => $3) from made`,
        [course.moduleId, mia.id, days],
      )
    }
    await look(cohort)
    expect(await listed(cohort)).toEqual([{ reason: 'SILENT' }])
    await db.answer(mia, 'record_progress', { lesson_id: course.preview, position_sec: 5 })
    expect(await listed(cohort)).toEqual([])
  })

  test('leaves the list at once when staff clear the reason', async () => {
    const { cohort, mia, coach } = await silentPerson()
    await db.answer(coach, 'clear_behind', {
      ...{ cohort_id: cohort, user_id: mia.id, reason: 'NOT_STARTED', note: 'Starts on Monday.' },
    })
    expect(await listed(cohort)).toEqual([])
    await look(cohort)
    expect(await listed(cohort)).toEqual([])
  })
})

test('a cohort is checked once on each of its days, and again when it changes', async () => {
  const { cohort } = await silentPerson()
  // Creating the cohort counts as a change, too.
  await jobs.runAll()
  await db.owner('delete from private.behind_people where cohort_id = $1', [cohort])
  await jobs.enqueue('behind')
  await jobs.runAll()
  expect(await listed(cohort)).toEqual([])
  await db.owner('update public.cohorts set ends_on = ends_on + 1 where id = $1', [cohort])
  await jobs.enqueue('behind')
  await jobs.runAll()
  expect(await listed(cohort)).toHaveLength(1)
  await db.owner('update public.cohorts set archived_at = now() where id = $1', [cohort])
  await jobs.enqueue('behind')
  await jobs.runAll()
  expect(await listed(cohort)).toEqual([])
})

test('workers that check one cohort at the same time list a person once', async () => {
  const { cohort } = await silentPerson()
  await db.owner('delete from private.behind_people where cohort_id = $1', [cohort])
  await Promise.all([1, 2, 3].map(() => look(cohort)))
  expect(await listed(cohort)).toHaveLength(1)
})

describe('a change of a cohort', () => {
  const change = 'update public.cohorts set ends_on = ends_on + 1 where id = $1'
  const jobsOf = (cohort: string) =>
    db.owner(
      `select from private.due_work where kind = 'behind' and subject_id = $1 and done_at is null`,
      [cohort],
    )
  /** Returns a cohort that was checked and in which nobody is listed, so that a test notices the next check. */
  const unlisted = async () => {
    const { cohort } = await silentPerson()
    await jobs.runAll()
    await db.owner('delete from private.behind_people where cohort_id = $1', [cohort])
    return cohort
  }

  test('leads to a check by the next worker, also right after another change', async () => {
    const cohort = await unlisted()
    for (const _ of [1, 2]) {
      await db.owner(change, [cohort])
      await jobs.runAll()
      expect(await listed(cohort)).toHaveLength(1)
      await db.owner('delete from private.behind_people where cohort_id = $1', [cohort])
    }
  })

  test('adds no second job while one waits that no worker has begun', async () => {
    const cohort = await unlisted()
    for (const _ of [1, 2, 3]) await db.owner(change, [cohort])
    expect(await jobsOf(cohort)).toHaveLength(1)
  })

  test('leads to a check after its commit, also if a worker checked the cohort meanwhile', async () => {
    const cohort = await unlisted()
    await db.transaction(async (client) => {
      // The worker began first, and does not see the change of the cohort.
      await client.query('select private.run_due_work()')
      await client.query('select private.refresh_behind($1)', [cohort])
      await client.query('delete from private.behind_people where cohort_id = $1', [cohort])
      await db.owner(change, [cohort])
    })
    await jobs.runAll()
    expect(await listed(cohort)).toHaveLength(1)

    await db.owner(change, [cohort])
    await db.transaction(async (client) => {
      // The change of the cohort began first.
      await client.query(change, [cohort])
      await jobs.runAll()
      await db.owner('delete from private.behind_people where cohort_id = $1', [cohort])
    })
    await jobs.runAll()
    expect(await listed(cohort)).toHaveLength(1)
  })
})
