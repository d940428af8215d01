import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments, type Task } from '../scenes/assignments'
import { cohorts } from '../scenes/cohorts'

// When work is due: by the cohort, by the person's shift, by an extension (rules/assignments#due, #late, #extension).
const db = useDatabase()
const { task, group, handIn, tryHandIn, workOf, review } = assignments(db)
const { change } = cohorts(db)

/** When a task is due for a person, in the zone of their cohort. */
async function due(person: Person, { lesson }: Pick<Task, 'lesson'>) {
  const answer = (await db.answer(person, 'assignment', { lesson_id: lesson })) as {
    due: {
      at: string | null
      zone: string
      extended: boolean
      paused: boolean
      shut: boolean
    } | null
  }
  return answer.due
}

/** Sets the zone and the first day of a cohort, and opens everything to its people. */
async function place(cohort: string, zone: string, starts: string) {
  await db.owner('update public.cohort_members set open_all = true where cohort_id = $1', [cohort])
  await db.owner(
    `update public.cohorts set time_zone = $2, starts_on = $3::date, ends_on = $3::date + 90 where id = $1`,
    [cohort, zone, starts],
  )
}

const setDue = (cohort: string, lesson: string, day: number | null, time: string | null = null) =>
  db.owner(
    `insert into public.cohort_dues (cohort_id, lesson_id, day, at_time) values ($1, $2, $3, $4)
     on conflict (cohort_id, lesson_id) do update set day = excluded.day, at_time = excluded.at_time`,
    [cohort, lesson, day, time],
  )

async function scene(options: Parameters<typeof task>[0] = {}) {
  const work = await task({ dueDay: 7, ...options })
  const [mia, coach] = [await db.person(), await db.person({ role: 'MODERATOR' })]
  const cohort = await group(work, [mia], { staff: [coach] })
  return { ...work, mia, coach, cohort }
}

describe('work is due', () => {
  test('on a day and time in the cohort’s zone, across clock changes', async () => {
    const { mia, cohort, ...work } = await scene()
    await place(cohort, 'Europe/Vienna', '2090-03-20')
    expect(await due(mia, work)).toMatchObject({
      at: '2090-03-27T16:00:00+00:00',
      zone: 'Europe/Vienna',
    })
    await place(cohort, 'Europe/Vienna', '2090-01-20')
    expect(await due(mia, work)).toMatchObject({ at: '2090-01-27T17:00:00+00:00' })
    await db.owner('update public.assignments set due_time = null where lesson_id = $1', [
      work.lesson,
    ])
    expect(await due(mia, work)).toMatchObject({ at: '2090-01-27T22:59:59+00:00' })
  })

  test('on the cohort’s own date, later by the person’s shift, and never while they pause', async () => {
    const { mia, cohort, ...work } = await scene()
    await place(cohort, 'UTC', '2090-01-01')
    await setDue(cohort, work.lesson, 10, '09:30')
    expect(await due(mia, work)).toMatchObject({ at: '2090-01-11T09:30:00+00:00' })
    await setDue(cohort, work.lesson, null, '09:30')
    expect(await due(mia, work)).toMatchObject({ at: '2090-01-08T09:30:00+00:00' })
    await change(cohort, mia, 'shift_days = 3')
    expect(await due(mia, work)).toMatchObject({ at: '2090-01-11T09:30:00+00:00' })
    await change(cohort, mia, `state = 'PAUSED'`)
    expect(await due(mia, work)).toMatchObject({ at: null, paused: true })
  })

  test('on the later date of two cohorts, and never without a cohort', async () => {
    const { mia, cohort, course, ...work } = await scene()
    await place(cohort, 'UTC', '2090-01-01')
    const second = await group({ ...work, course }, [mia])
    await place(second, 'UTC', '2090-02-01')
    expect(await due(mia, work)).toMatchObject({ at: '2090-02-08T18:00:00+00:00' })
    const max = await db.person()
    await db.entitle(max, course.id)
    expect(await due(max, work)).toMatchObject({ at: null })
    await handIn(mia, work.lesson)
    expect(await workOf(mia, work.lesson)).toMatchObject({ cohort_id: second })
  })

  test('until the end of the due second', async () => {
    const [row] = await db.owner(
      `select private.is_second_over(date_trunc('second', now())) as now, private.is_second_over(now() - interval '1 second') as past,
         private.is_second_over(null) as never`,
    )
    expect(row).toEqual({ now: false, past: true, never: null })
  })
})

describe('late work', () => {
  test('is marked when it arrives, and a later move of the due date does not change the mark', async () => {
    const { mia, cohort, lesson } = await scene({ dueDay: 3 })
    const made = new Date(Date.now() - 8 * 86_400_000).toISOString()
    const round = await handIn(mia, lesson, { made_at: made })
    expect(round).toMatchObject({ late: true })
    expect(round.due_at_then).not.toBeNull()
    await setDue(cohort, lesson, 80)
    expect(await db.answer(mia, 'assignment', { lesson_id: lesson })).toMatchObject({
      rounds: [{ late: true, due_at_then: round.due_at_then }],
    })
    expect(await handIn(mia, lesson)).toMatchObject({ late: false })
  })

  test('is refused after the cutoff, at the end of that day', async () => {
    const { mia, lesson, cohort } = await scene({ dueDay: 9, shutAfter: 2 })
    expect(await handIn(mia, lesson)).toMatchObject({ late: true })
    await setDue(cohort, lesson, 7)
    expect(await tryHandIn(mia, lesson)).toMatchObject({ code: 'PT409' })
    expect(await db.answer(mia, 'assignment', { lesson_id: lesson })).toMatchObject({
      can_hand_in: false,
      due: { shut: true },
    })
    await setDue(cohort, lesson, 8)
    expect((await tryHandIn(mia, lesson)).code).toBeUndefined()
  })
})

describe('more time', () => {
  const give = (who: Person, lesson: string, person: Person, more: object) =>
    db.call(who, 'give_extension', { lesson_id: lesson, user_id: person.id, ...more })
  const asks = async (who: Person, lesson: string, filter: object = {}) =>
    db.answer(who, 'extension_list', { filter: JSON.stringify({ lesson_id: lesson, ...filter }) })

  test('is requested with one call, is shown to staff, and overrides every other due date', async () => {
    const { mia, coach, cohort, ...work } = await scene()
    await place(cohort, 'Europe/Vienna', '2090-03-20')
    await db.answer(mia, 'ask_extension', { lesson_id: work.lesson, note: 'I was ill.', days: 2 })
    expect(await asks(coach, work.lesson)).toMatchObject({
      total: 1,
      rows: [{ person: { id: mia.id }, request: { note: 'I was ill.', days: 2 }, extension: null }],
    })
    // Two days more end at the same time of day, even if the clocks change.
    expect(
      (await give(coach, work.lesson, mia, { days: 2, reason: 'Ill' })).rows[0]?.answer,
    ).toEqual({
      due_at: '2090-03-29T16:00:00+00:00',
      zone: 'Europe/Vienna',
    })
    await setDue(cohort, work.lesson, 60)
    expect(await due(mia, work)).toMatchObject({ at: '2090-03-29T16:00:00+00:00', extended: true })
    expect(await asks(coach, work.lesson)).toMatchObject({ total: 0 })
    expect(await asks(coach, work.lesson, { given: 'true' })).toMatchObject({ total: 1 })
    await db.answer(coach, 'end_extension', { lesson_id: work.lesson, user_id: mia.id })
    expect(await due(mia, work)).toMatchObject({ extended: false })
  })

  const bellOf = (person: Person) =>
    db.owner(
      'select title, message, action_url from public.notifications where recipient_id = $1 order by created_at',
      [person.id],
    )

  test('can be declined with a sentence, which the bell and the page of the assignment show', async () => {
    const { mia, coach, lesson, course } = await scene()
    const decline = (reason: string) =>
      db.call(coach, 'decline_extension', { lesson_id: lesson, user_id: mia.id, reason })
    await db.answer(mia, 'ask_extension', { lesson_id: lesson })
    expect(await decline('  ')).toMatchObject({ code: 'PT422', hint: 'reason' })
    expect(await asks(coach, lesson)).toMatchObject({ total: 1 })
    expect((await decline('We talk on Monday.')).code).toBeUndefined()
    expect(await asks(coach, lesson)).toMatchObject({ total: 0 })
    const asked = async () =>
      ((await db.answer(mia, 'assignment', { lesson_id: lesson })) as { extension_request: object })
        .extension_request
    expect(await asked()).toMatchObject({
      ...{ answered_at: expect.any(String), declined_because: 'We talk on Monday.' },
    })
    expect(await bellOf(mia)).toEqual([
      {
        title: 'More time was declined',
        message: 'For "Building a page", more time was declined: We talk on Monday.',
        action_url: `/app/courses/${course.slug}/lesson/${lesson}`,
      },
    ])
    // A person who asks again has an open request again.
    await db.answer(mia, 'ask_extension', { lesson_id: lesson, days: 1 })
    expect(await asked()).toMatchObject({ answered_at: null, declined_because: null, days: 1 })
  })

  test('is answered once, even if several people answer, and without a request nobody is notified', async () => {
    const { mia, coach, lesson, cohort } = await scene()
    await place(cohort, 'Europe/Vienna', '2090-03-20')
    await db.answer(mia, 'ask_extension', { lesson_id: lesson, days: 2 })
    const admin = await db.person({ role: 'ADMIN' })
    const answers = await Promise.all(
      [coach, admin].map((who) => give(who, lesson, mia, { days: 2, answering: true })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual(['PT409', undefined])
    expect(await due(mia, { lesson })).toMatchObject({ at: '2090-03-29T16:00:00+00:00' })
    expect(
      await db.call(coach, 'decline_extension', {
        ...{ lesson_id: lesson, user_id: mia.id, reason: 'No.' },
      }),
    ).toMatchObject({ code: 'PT409', hint: 'ANSWERED' })
    await give(coach, lesson, mia, { days: 1 })
    expect(await bellOf(mia)).toMatchObject([
      {
        title: 'You were given more time',
        message: 'For "Building a page", you have time until Wed 29 Mar 2090, 18:00 Vienna.',
      },
    ])
  })

  test('is no longer listed as requested once the work has passed, or the lesson is in the bin', async () => {
    const { mia, coach, lesson } = await scene()
    await db.answer(mia, 'ask_extension', { lesson_id: lesson })
    const bin = (moment: string) =>
      db.owner(`update public.lessons set deleted_at = ${moment} where id = $1`, [lesson])
    await bin('now()')
    expect(await asks(coach, lesson)).toMatchObject({ total: 0 })
    await bin('null')
    const round = await handIn(mia, lesson)
    expect(await asks(coach, lesson)).toMatchObject({ total: 1 })
    await review(coach, round.id)
    expect(await asks(coach, lesson)).toMatchObject({ total: 0 })
  })

  test('is listed by course to its creator, and given to learners whom the creator finds by name', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const { mia, lesson, course } = await scene({ by: creator })
    await db.answer(mia, 'ask_extension', { lesson_id: lesson })
    const other = await scene({ by: creator })
    await db.answer(other.mia, 'ask_extension', { lesson_id: other.lesson })
    await db.withSettings({ creators_admin_panel: true }, async () => {
      const list = (who: Person) =>
        db.answer(who, 'extension_list', { filter: JSON.stringify({ course_id: course.id }) })
      expect(await list(creator)).toMatchObject({ total: 1, rows: [{ person: { id: mia.id } }] })
      expect(await list(await db.person({ role: 'CREATOR' }))).toMatchObject({ total: 0 })
      expect((await give(creator, lesson, mia, { days: 1 })).code).toBeUndefined()
    })
  })

  test('lets work in again after the cutoff', async () => {
    const { mia, coach, lesson } = await scene({ dueDay: 3, shutAfter: 0 })
    expect(await tryHandIn(mia, lesson)).toMatchObject({ code: 'PT409' })
    expect((await give(coach, lesson, mia, { days: 1 })).code).toBeUndefined()
    expect(await handIn(mia, lesson)).toMatchObject({ late: false })
  })

  test('is given by the person’s staff, never to oneself, and must end in the future', async () => {
    const { mia, coach, lesson } = await scene()
    const mate = await db.person()
    const far = { due_at: '2090-01-01T00:00:00Z' }
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      for (const who of [
        mia,
        mate,
        await db.person({ role: 'MODERATOR' }),
        await db.person({ role: 'CREATOR' }),
      ]) {
        expect((await give(who, lesson, mia, far)).code).toBe('42501')
        for (const act of ['end_extension', 'decline_extension']) {
          expect((await db.call(who, act, { lesson_id: lesson, user_id: mia.id })).code).toBe(
            '42501',
          )
        }
      }
      expect((await give(coach, lesson, coach, far)).code).toBe('42501')
      expect((await give(coach, lesson, mate, far)).code).toBe('42501')
      expect(await asks(await db.person({ role: 'MODERATOR' }), lesson)).toMatchObject({ total: 0 })
      expect((await give(coach, lesson, mia, far)).code).toBeUndefined()
    })
    const refused = async (more: object) => (await give(coach, lesson, mia, more)).message
    expect(await refused({})).toBe('Choose when it is due.')
    expect(await refused({ due_at: '2020-01-01T00:00:00Z' })).toBe(
      'More time cannot end in the past.',
    )
    expect(await refused({ due_at: 'infinity' })).toBe('This day is too far away.')
    expect(await refused({ days: 999 })).toBe('Choose at most a year.')
    expect((await db.call(coach, 'extension_list', {})).code).toBeUndefined()
    expect((await db.call(mia, 'extension_list', {})).code).toBe('42501')
    expect((await db.call(mate, 'ask_extension', { lesson_id: lesson })).code).toBe('PT404')
  })

  test('is readable only to the person', async () => {
    const { mia, coach, lesson } = await scene()
    await give(coach, lesson, mia, { days: 1, reason: 'Ill' })
    const read = 'select reason from public.extensions'
    expect((await db.as(mia, read)).rows).toEqual([{ reason: 'Ill' }])
    expect((await db.as(coach, read)).rows).toEqual([])
  })
})
