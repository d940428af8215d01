import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import { questions } from '../scenes/questions'

// News of a learner: returned and passed work, and answered questions, in one call (rules/learning#news).
const db = useDatabase()
const { task, group, waiting, handIn, review, workOf } = assignments(db)
const { classroom, ask, answer } = questions(db)

interface Row {
  kind: string
  id: string
  title: string
  lesson_id: string
  slug: string
  mine: boolean
  times: number
}

const news = async (who: Person) => (await db.answer(who, 'my_news', {})) as Row[]
const kinds = async (who: Person) => (await news(who)).map(({ kind }) => kind)

describe('work', () => {
  test('that was returned is listed until it is handed in again, and again once it has passed', async () => {
    const { mia, coach, lesson, round, course } = await waiting()
    expect(await news(mia)).toEqual([])
    await review(coach, round.id, { verdict: 'AGAIN' })
    expect(await news(mia)).toMatchObject([
      { kind: 'RETURNED', id: lesson, title: 'Building a page', slug: course.slug, mine: true },
    ])
    expect(await news(coach)).toEqual([])
    const second = await handIn(mia, lesson)
    expect(await news(mia)).toEqual([])
    const { id } = await review(coach, second.id)
    expect(await kinds(mia)).toEqual(['PASSED'])
    await db.answer(coach, 'withdraw_review', { review_id: id })
    expect(await news(mia)).toEqual([])
  })

  test('that passed is news for seven days, and returned work waits longer', async () => {
    const { mia, coach, lesson, round } = await waiting()
    const later = () =>
      db.owner(
        `update public.reviews set published_at = now() - interval '8 days' where round_id in (
           select r.id from public.submission_rounds r join public.submissions s on s.id = r.submission_id where s.user_id = $1)`,
        [mia.id],
      )
    await review(coach, round.id, { verdict: 'AGAIN' })
    await later()
    expect(await kinds(mia)).toEqual(['RETURNED'])
    await review(coach, (await handIn(mia, lesson)).id)
    await later()
    expect(await news(mia)).toEqual([])
  })

  test('is listed for a person without a cohort, while they have the course', async () => {
    const work = await task()
    const [mia, admin] = [await db.person(), await db.person({ role: 'ADMIN' })]
    await db.entitle(mia, work.course.id)
    await review(admin, (await handIn(mia, work.lesson)).id, { verdict: 'AGAIN' })
    expect(await kinds(mia)).toEqual(['RETURNED'])
    await db.owner('delete from public.entitlements where user_id = $1', [mia.id])
    expect(await news(mia)).toEqual([])
    // A free preview is read without the course, but nothing is handed in for it.
    await db.owner('update public.lessons set free_preview = true where id = $1', [work.lesson])
    expect(await news(mia)).toEqual([])
  })

  test('that is no longer accepted, or not open yet, is not listed', async () => {
    const work = await task({ dueDay: 12, shutAfter: 0 })
    const [mia, admin] = [await db.person(), await db.person({ role: 'ADMIN' })]
    const cohort = await group(work, [mia])
    await review(admin, (await handIn(mia, work.lesson)).id, { verdict: 'AGAIN' })
    expect(await kinds(mia)).toEqual(['RETURNED'])
    await db.owner('update public.assignments set due_day = 3 where lesson_id = $1', [work.lesson])
    expect(await news(mia)).toEqual([])
    await db.owner('update public.assignments set due_day = 12 where lesson_id = $1', [work.lesson])
    await db.owner('insert into public.releases (cohort_id, lesson_id, day) values ($1, $2, 40)', [
      cohort,
      work.lesson,
    ])
    expect(await news(mia)).toEqual([])
    expect(await workOf(mia, work.lesson)).toMatchObject({ state: 'RETURNED' })
  })
})

describe('a question', () => {
  test('is listed with new answers to people who follow it, but not for their own answers', async () => {
    const { mia, ben, zoe, coach, lesson } = await classroom()
    const { id } = await ask(mia, lesson)
    await answer(mia, id)
    expect(await news(mia)).toEqual([])
    await answer(ben, id)
    await answer(coach, id)
    expect(await news(mia)).toMatchObject([
      { kind: 'ANSWERED', id, title: 'Why is tea hot?', lesson_id: lesson, mine: true, times: 2 },
    ])
    expect(await news(ben)).toMatchObject([{ id, mine: false, times: 2 }])
    expect(await news(zoe)).toEqual([])
    await db.answer(zoe, 'follow_question', { question_id: id })
    expect(await news(zoe)).toMatchObject([{ id, mine: false, times: 3 }])
    await db.owner(
      `update public.answers set created_at = now() - interval '8 days' where question_id = $1`,
      [id],
    )
    expect(await news(mia)).toEqual([])
  })

  test('is not listed once it is deleted, closed to the person, or the person is banned', async () => {
    const { mia, ben, coach, admin, lesson, course, autumn } = await classroom()
    const { id } = await ask(mia, lesson, { audience: 'COHORT' })
    await answer(ben, id)
    expect(await kinds(mia)).toEqual(['ANSWERED'])
    await answer(coach, id)
    expect(await kinds(ben)).toEqual(['ANSWERED'])
    const set = (state: string) =>
      db.owner(
        'update public.cohort_members set state = $3 where cohort_id = $1 and user_id = $2',
        [autumn, ben.id, state],
      )
    await set('LEFT')
    expect(await news(ben)).toEqual([])
    await db.entitle(ben, course.id)
    expect(await news(ben)).toEqual([])
    await set('ACTIVE')
    expect(await kinds(ben)).toEqual(['ANSWERED'])
    await db.answer(admin, 'ban_from_questions', { course_id: course.id, user_id: ben.id })
    expect(await news(ben)).toEqual([])
    await db.answer(mia, 'delete_question', { question_id: id })
    expect(await news(mia)).toEqual([])
  })
})

test('the bell announces each review and each answer once', async () => {
  const { mia, coach, round, course } = await waiting()
  await review(coach, round.id, { verdict: 'AGAIN' })
  const { id } = await ask(mia, course.text)
  await answer(coach, id)
  await news(mia)
  const told = await db.owner(
    'select title from public.notifications where recipient_id = $1 order by created_at, title',
    [mia.id],
  )
  expect(told.map(({ title }) => title)).toEqual([
    'Your work came back',
    'Your question was answered',
  ])
})
