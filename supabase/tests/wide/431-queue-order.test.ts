import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'

// The order in which work waits for a review (rules/assignments#queue).
const db = useDatabase()
const { task, group, waiting, handIn, workOf, queue } = assignments(db)

describe('the queue', () => {
  /** Makes work of three people that has waited for one, two and three days. */
  async function three() {
    const work = await task()
    const people = [await db.person(), await db.person(), await db.person()]
    const coach = await db.person({ role: 'MODERATOR', name: 'Cora' })
    await group(work, people, { staff: [coach] })
    const ids: string[] = []
    for (const [i, person] of people.entries()) {
      await handIn(person, work.lesson)
      const { id } = await workOf(person, work.lesson)
      ids.push(String(id))
      await db.owner(
        `update public.submissions set awaiting_since = now() - $2 * interval '1 day' where id = $1`,
        [id, i + 1],
      )
    }
    return { ...work, people, coach, ids }
  }

  test('lists work that came back first, then by waiting time', async () => {
    const { coach, lesson, ids, people } = await three()
    const [one, two, three_] = ids
    expect(await queue(coach, { lesson_id: lesson })).toEqual([three_, two, one])
    const [last] = people
    const round = await db.owner(
      'select id from public.submission_rounds where submission_id = $1',
      [one],
    )
    await db.answer(coach, 'publish_review', { round_id: round[0]?.id, verdict: 'AGAIN' })
    await handIn(last as Person, lesson)
    const admin = await db.person({ role: 'ADMIN' })
    expect(await queue(admin, { lesson_id: lesson })).toEqual([one, three_, two])
    expect(await db.answer(last as Person, 'assignment', { lesson_id: lesson })).toMatchObject({
      place: { place: 1, of: 3 },
      usual: { reviews: 1, median_hours: 24, p90_hours: 24 },
    })
    // The next round is offered for a day to the reviewer of the first round.
    const filter = JSON.stringify({ lesson_id: lesson })
    expect(await db.answer(coach, 'next_review', { filter })).toBe(one)
    expect(await db.answer(admin, 'next_review', { filter })).toBe(three_)
    await db.owner(`update private.review_offers set until = now() where submission_id = $1`, [one])
    expect(await db.answer(admin, 'next_review', { filter })).toBe(one)
  })

  test('names the next work that nobody has claimed', async () => {
    const { coach, lesson, ids } = await three()
    const [one, two, three_] = ids
    const filter = JSON.stringify({ lesson_id: lesson })
    const admin = await db.person({ role: 'ADMIN' })
    await db.answer(admin, 'claim_submission', { submission_id: three_ })
    expect(await db.answer(coach, 'next_review', { filter })).toBe(two)
    expect(await db.answer(coach, 'next_review', { filter, after: two })).toBe(one)
    expect(await db.answer(admin, 'next_review', { filter })).toBe(three_)
  })

  test('keeps the place of work that is handed in again', async () => {
    const { people, lesson, ids } = await three()
    const before = await workOf(people[1] as Person, lesson)
    await handIn(people[1] as Person, lesson)
    expect(await workOf(people[1] as Person, lesson)).toEqual({ ...before, round: 2 })
    expect(ids).toContain(before.id)
  })

  test('counts the work that waits', async () => {
    const { lesson, course } = await three()
    const admin = await db.person({ role: 'ADMIN' })
    expect(await db.answer(admin, 'assignment_figures', { course_id: course.id })).toMatchObject({
      assignments: [
        { lesson: { id: lesson }, handed_in: 3, waiting: 3, passed: 0, median_hours: null },
      ],
    })
    for (const who of [await db.person(), await db.person({ role: 'CREATOR' })]) {
      expect((await db.call(who, 'assignment_figures', { course_id: course.id })).code).toBe(
        '42501',
      )
    }
  })
})

test('moderators who see only their own people get the figures of a course only for their cohorts', async () => {
  const { coach, lesson, course, cohort } = await waiting()
  const other = await waiting()
  const ben = await db.person()
  const elsewhere = await group({ ...other, course }, [ben])
  await handIn(ben, lesson)
  const figures = async (who: Person, of: Record<string, unknown>) =>
    (await db.answer(who, 'assignment_figures', of)) as { assignments: object[] }
  await db.withSettings({ moderators_see_everybody: false }, async () => {
    for (const of of [{ course_id: course.id }, { cohort_id: cohort }]) {
      expect(await figures(coach, of)).toMatchObject({
        assignments: [{ lesson: { id: lesson }, handed_in: 1, waiting: 1 }],
      })
    }
    expect((await figures(coach, { course_id: other.course.id })).assignments).toEqual([])
    expect((await db.call(coach, 'assignment_figures', {})).code).toBe('42501')
    expect((await db.call(coach, 'assignment_figures', { cohort_id: elsewhere })).code).toBe(
      '42501',
    )
  })
  expect(await figures(coach, { course_id: course.id })).toMatchObject({
    assignments: [{ handed_in: 2 }],
  })
})

test('the figures say which criteria fail, and how long work waits', async () => {
  const { coach, mia, lesson, course, round, criteria, cohort } = await waiting({
    rubric: [{ title: 'Works' }, { title: 'Reads well' }],
  })
  const [works = '', reads = ''] = criteria
  await db.answer(coach, 'publish_review', {
    ...{ round_id: round.id, verdict: 'AGAIN' },
    levels: JSON.stringify({ [works]: 0, [reads]: 1 }),
  })
  const second = await handIn(mia, lesson)
  await db.answer(coach, 'publish_review', {
    ...{ round_id: second.id, verdict: 'PASS', operation_id: randomUUID() },
    levels: JSON.stringify({ [works]: 1, [reads]: 1 }),
  })
  for (const of of [{ course_id: course.id }, { cohort_id: cohort }]) {
    expect(await db.answer(coach, 'assignment_figures', of)).toMatchObject({
      assignments: [
        {
          ...{ passed: 1, rounds: 2, reviews: 2 },
          criteria: [{ title: 'Works', judged: 2, failed: 1 }],
        },
      ],
    })
  }
})
