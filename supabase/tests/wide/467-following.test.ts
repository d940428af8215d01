import { describe, expect, test } from 'vitest'
import { useDatabase } from '../database'
import { cohorts } from '../scenes/cohorts'
import { questions } from '../scenes/questions'

// Who is notified of answers, and the content of the notification (rules/questions#following).
const db = useDatabase()
const { classroom, ask, answer, read, told } = questions(db)
const { change, release } = cohorts(db)

/** A question of Mia's. */
async function asked(more: object = {}) {
  const room = await classroom()
  return { ...room, id: (await ask(room.mia, room.lesson, more)).id }
}

describe('people who follow', () => {
  test('get one notification for all answers that they have not read, without anything that people wrote', async () => {
    const { id, mia, ben, zoe, coach } = await asked({ title: 'Secret words' })
    await db.answer(zoe, 'follow_question', { question_id: id })
    const { id: first } = await answer(ben, id, { body: 'Secret words' })
    const { id: second } = await answer(coach, id)
    const titles = async (who: typeof mia) => (await told(who)).map(({ title }) => title)
    const followed = 'A question that you follow was answered'
    expect(await titles(mia)).toEqual(['2 answers to your question'])
    expect(await titles(zoe)).toEqual(['2 answers to a question that you follow'])
    expect(await titles(ben)).toEqual([followed])
    expect(await titles(coach)).toEqual([])
    // The link leads to the first answer that the person has not read.
    const link = async (who: typeof mia) => (await told(who))[0]?.action_url
    const path = `^/app/courses/[^/]+/lesson/[^/]+\\?question=${id}`
    expect(await link(mia)).toMatch(new RegExp(`${path}&answer=${first}$`))
    expect(await link(ben)).toMatch(new RegExp(`${path}&answer=${second}$`))
    const rows = await db.owner(
      `select to_jsonb(n)::text as row from public.notifications n where answer_id is not null`,
    )
    expect(JSON.stringify(rows)).not.toContain('Secret words')
  })

  test('get no notifications after they stopped following, lost access, or were banned', async () => {
    const { id, mia, ben, zoe, course, autumn, admin, lesson } = await asked()
    for (const who of [ben, zoe]) await answer(who, id)
    await db.answer(zoe, 'follow_question', { question_id: id, follows: false })
    const before = [await told(ben), await told(zoe)]
    await change(autumn, ben, `state = 'LEFT'`)
    await answer(admin, id)
    expect([await told(ben), await told(zoe)]).toEqual(before)
    const mias = await told(mia)
    await db.answer(admin, 'ban_from_questions', { course_id: course.id, user_id: mia.id })
    await answer(admin, id)
    await db.answer(admin, 'ban_from_questions', {
      ...{ course_id: course.id, user_id: mia.id, banned: false },
    })
    await release(autumn, lesson, 90)
    await answer(admin, id)
    expect(await told(mia)).toEqual(mias)
  })

  test('of a question for a cohort get notifications only while they are in the cohort', async () => {
    const { id, ben, mia, autumn, course } = await asked({ audience: 'COHORT' })
    await answer(ben, id)
    await db.entitle(ben, course.id)
    await change(autumn, ben, `state = 'LEFT'`)
    await answer(mia, id)
    expect(await told(ben)).toEqual([])
  })

  test('no longer have the notification if the answer is deleted', async () => {
    const { id, mia, ben } = await asked()
    const { id: answer_id } = await answer(ben, id)
    await db.answer(ben, 'delete_answer', { answer_id })
    expect(await told(mia)).toEqual([])
    await db.answer(ben, 'restore_answer', { answer_id })
    expect(await told(mia)).toEqual([])
    expect((await read(mia, id)).answers).toHaveLength(1)
  })

  test('get another notification for the answers that come after they read the last one', async () => {
    const { id, mia, ben, coach } = await asked()
    await answer(ben, id)
    const [row] = await db.owner(
      'select id from public.notifications where recipient_id = $1 and question_id = $2',
      [mia.id, id],
    )
    await db.answer(mia, 'mark_notification_read', { notification_id: row?.id })
    await answer(coach, id)
    await answer(ben, id)
    expect((await told(mia)).map(({ title }) => title)).toEqual([
      'Your question was answered',
      '2 answers to your question',
    ])
    // The notification has the time of the newest answer, so that the bell shows it first.
    const [order] = await db.owner(
      `select array_agg(title order by created_at desc) as titles from public.notifications where recipient_id = $1`,
      [mia.id],
    )
    expect(order?.titles).toEqual(['2 answers to your question', 'Your question was answered'])
  })

  test('have a notification for the other answers if one of several is deleted', async () => {
    const { id, mia, ben, coach } = await asked()
    const { id: first } = await answer(ben, id)
    const { id: second } = await answer(coach, id)
    const { id: third } = await answer(coach, id)
    await db.answer(ben, 'delete_answer', { answer_id: first })
    expect(await told(mia)).toMatchObject([
      { title: '2 answers to your question', answer_id: second },
    ])
    await db.answer(coach, 'delete_answer', { answer_id: third })
    expect(await told(mia)).toMatchObject([
      { title: 'Your question was answered', answer_id: second },
    ])
    await db.answer(coach, 'delete_answer', { answer_id: second })
    expect(await told(mia)).toEqual([])
  })

  test('get a signal that is sent only to them, and staff get one that does not name the question', async () => {
    const { id, mia, ben, zoe, admin } = await asked()
    await db.owner('delete from public.list_changes')
    await answer(ben, id)
    const signals = async (who: typeof mia) =>
      (
        await db.as(
          who,
          `select resource, user_id from public.list_changes where resource like 'question%' order by 1`,
        )
      ).rows
    expect(await signals(mia)).toEqual([{ resource: 'question', user_id: mia.id }])
    expect(await signals(zoe)).toEqual([])
    expect(await signals(admin)).toEqual([{ resource: 'questions', user_id: null }])
    const published = await db.owner(
      `select tablename from pg_publication_tables where pubname = 'supabase_realtime' and tablename in ('questions', 'answers', 'question_follows')`,
    )
    expect(published).toEqual([])
  })

  test('a question that they may not read cannot be followed', async () => {
    const { id, zoe } = await asked({ audience: 'COHORT' })
    expect(await db.call(zoe, 'follow_question', { question_id: id })).toMatchObject({
      code: 'PT404',
    })
  })
})
