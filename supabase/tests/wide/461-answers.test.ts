import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../database'
import { recordedDuring } from '../scenes/act'
import { cohorts } from '../scenes/cohorts'
import { questions } from '../scenes/questions'

// Answering, accepting, closing and reopening questions, and changes that people make to their own texts
// (rules/questions#answering, #accepting, #states, #own).
const db = useDatabase()
const { classroom, ask, answer, tryAnswer, read, reads, listed, age, told, insertAnswer } =
  questions(db)
const { change } = cohorts(db)
const during = recordedDuring(db)

/** A question of Mia's. */
async function asked(more: object = {}) {
  const room = await classroom()
  const { id } = await ask(room.mia, room.lesson, more)
  const accept = (who: typeof room.mia, answer_id: string | null) =>
    db.call(who, 'accept_answer', { question_id: id, answer_id })
  const state = async () => (await read(room.mia, id)).question.state
  return { ...room, id, accept, state }
}

describe('an answer', () => {
  test('comes from anybody who may read the question, and is marked if staff wrote it', async () => {
    const { id, mia, ben, zoe, coach, admin } = await asked()
    for (const who of [ben, zoe, coach, admin, mia]) await answer(who, id)
    const { answers, question } = await read(ben, id)
    expect(answers.map(({ author, staff }) => [author, staff])).toEqual([
      ...[
        ['Ben Ode', false],
        ['Zoe', false],
        ['Cora', true],
        ['Ada', true],
      ],
      ...[['Mia Wu', false]],
    ])
    expect(question.answers).toBe(5)
    expect(JSON.stringify(answers)).not.toContain(zoe.id)
    expect(await tryAnswer(await db.person(), id)).toMatchObject({ code: 'PT404' })
  })

  test('to a question that one may not read is refused', async () => {
    const { id, ben, zoe } = await asked({ audience: 'COHORT' })
    await answer(ben, id)
    expect(await tryAnswer(zoe, id)).toMatchObject({ code: 'PT404' })
  })

  test('of the person who asked is not marked, even if they are staff', async () => {
    const { lesson, admin } = await classroom()
    const { id } = await ask(admin, lesson)
    expect(await answer(admin, id)).toMatchObject({ staff: false })
  })

  test('that is sent twice under one operation id is stored once', async () => {
    const { id, ben, mia, lesson } = await asked()
    const operation_id = randomUUID()
    const made = await Promise.all(
      Array.from({ length: 4 }, () => answer(ben, id, { operation_id })),
    )
    expect(new Set(made.map((one) => one.id)).size).toBe(1)
    expect(await told(mia)).toHaveLength(1)
    const other = await ask(mia, lesson)
    expect(await tryAnswer(ben, other.id, { operation_id })).toMatchObject({ code: 'PT409' })
  })

  test('is not empty, not too long, and written 60 times an hour at most', async () => {
    const { id, ben } = await asked()
    expect((await tryAnswer(ben, id, { body: ' ' })).message).toBe('Answer is required')
    expect((await tryAnswer(ben, id, { body: 'x'.repeat(10_001) })).code).toBe('PT422')
    for (let i = 0; i < 60; i += 1) await insertAnswer(id, ben)
    expect(await tryAnswer(ben, id)).toMatchObject({ code: 'PT429' })
  })

  test('is found on later pages, too', async () => {
    const { id, ben, mia } = await asked()
    for (let i = 0; i < 55; i += 1) {
      await insertAnswer(id, ben, {
        body: `Answer ${i}`,
        created_at: new Date(2026, 0, 1, 0, i).toISOString(),
      })
    }
    const first = await read(mia, id)
    expect(first.answers).toHaveLength(50)
    const rest = await read(mia, id, String(first.next))
    expect(rest.answers.map(({ body }) => body)).toEqual(
      Array.from({ length: 5 }, (_, i) => `Answer ${50 + i}`),
    )
    expect(rest.next).toBeNull()
  })
})

describe('accepting', () => {
  test('is for the asker and staff, one answer at most', async () => {
    const { id, mia, ben, zoe, coach, accept, state } = await asked()
    const [first, second] = [await answer(ben, id), await answer(zoe, id)]
    expect((await accept(ben, first.id)).code).toBe('42501')
    expect((await accept(mia, first.id)).code).toBeUndefined()
    expect(await state()).toBe('ANSWERED')
    expect((await accept(coach, second.id)).code).toBeUndefined()
    const thread = await read(ben, id)
    expect(thread.accepted).toMatchObject({ id: second.id, accepted: true })
    expect(thread.answers.map(({ accepted }) => accepted)).toEqual([false, true])
    expect((await accept(mia, null)).code).toBeUndefined()
    expect(await state()).toBe('OPEN')
  })

  test('is possible only with an answer of the question, which the database itself checks', async () => {
    const { id, mia, ben, lesson, accept } = await asked()
    const other = await ask(mia, lesson)
    const elsewhere = await answer(ben, other.id)
    expect(await accept(mia, elsewhere.id)).toMatchObject({ code: 'PT404' })
    await expect(
      db.owner('update public.questions set answer_id = $2 where id = $1', [id, elsewhere.id]),
    ).rejects.toThrow('questions_accepted')
  })

  test('ends if the answer is deleted', async () => {
    const { id, mia, ben, accept, state } = await asked()
    const { id: answer_id } = await answer(ben, id)
    await accept(mia, answer_id)
    await db.answer(ben, 'delete_answer', { answer_id })
    expect(await read(mia, id)).toMatchObject({ question: { accepted: null, answers: 0 } })
    expect(await state()).toBe('OPEN')
    expect(await accept(mia, answer_id)).toMatchObject({ code: 'PT404' })
  })
})

describe('a question', () => {
  test('waits again if the asker writes after staff, and not if somebody else does', async () => {
    const { id, mia, ben, coach, state } = await asked()
    await answer(ben, id)
    expect(await state()).toBe('OPEN')
    await answer(coach, id)
    expect(await state()).toBe('ANSWERED')
    await answer(ben, id)
    expect(await state()).toBe('ANSWERED')
    await answer(mia, id)
    expect(await state()).toBe('OPEN')
  })

  test('closes after a week of silence that follows an answer of staff, without a job', async () => {
    const { id, mia, ben, coach, state } = await asked()
    await answer(ben, id)
    await age(id, '8 days')
    expect(await state()).toBe('OPEN')
    await answer(coach, id)
    await age(id, '6 days 23 hours')
    expect(await state()).toBe('ANSWERED')
    // A new answer makes the week begin again.
    await answer(ben, id)
    await age(id, '6 days 23 hours')
    expect(await state()).toBe('ANSWERED')
    await age(id, '2 hours')
    expect(await state()).toBe('CLOSED')
    expect(await listed(ben, (await read(mia, id)).question.lesson_id)).toMatchObject([
      { state: 'CLOSED' },
    ])
    expect(await tryAnswer(ben, id)).toMatchObject({
      code: 'PT409',
      message: 'This question is closed. Reopen it, or ask a new one.',
    })
  })

  test('is reopened by the asker or staff in one call, and then waits', async () => {
    const { id, mia, ben, coach, state } = await asked()
    await answer(coach, id)
    await age(id, '8 days')
    const reopen = (who: typeof mia) => db.call(who, 'reopen_question', { question_id: id })
    expect((await reopen(ben)).code).toBe('42501')
    expect((await reopen(mia)).code).toBeUndefined()
    expect(await state()).toBe('OPEN')
    await age(id, '9 days')
    expect(await state()).toBe('OPEN')
    await answer(coach, id)
    await age(id, '8 days')
    expect((await reopen(coach)).code).toBeUndefined()
    expect(await state()).toBe('OPEN')
    const left = await during(() => reopen(coach))
    expect(left).toEqual([])
  })

  test('waits since it was asked, or since its author wrote again', async () => {
    const { id, mia, coach } = await asked()
    const since = async () =>
      (
        await db.owner(
          `select round(extract(epoch from now() - waiting_since) / 3600)::int as hours from public.questions where id = $1`,
          [id],
        )
      )[0]?.hours
    await age(id, '5 hours')
    await answer(mia, id)
    expect(await since()).toBe(5)
    await answer(coach, id)
    expect(await since()).toBeNull()
    await answer(mia, id)
    expect(await since()).toBe(0)
  })
})

describe('a question or an answer', () => {
  test('can be edited only by its author', async () => {
    const { id, mia, ben, admin } = await asked()
    const { id: answer_id } = await answer(ben, id)
    const editQuestion = (who: typeof mia) =>
      db.call(who, 'edit_question', { question_id: id, title: 'Why not?', body: 'Tea' })
    const editAnswer = (who: typeof mia) => db.call(who, 'edit_answer', { answer_id, body: 'No.' })
    for (const who of [ben, admin]) expect((await editQuestion(who)).code).toBe('42501')
    for (const who of [mia, admin]) expect((await editAnswer(who)).code).toBe('42501')
    expect((await editQuestion(mia)).code).toBeUndefined()
    expect((await editAnswer(ben)).code).toBeUndefined()
    expect(await read(mia, id)).toMatchObject({
      question: { title: 'Why not?', edited: true },
      answers: [{ body: 'No.', edited: true }],
    })
    expect(await db.call(mia, 'edit_question', { question_id: id, title: '' })).toMatchObject({
      code: 'PT422',
    })
  })

  test('can be deleted and restored by its author or by staff; answers stay under a deleted question', async () => {
    const { id, mia, ben, zoe, coach, lesson } = await asked()
    const del = (who: typeof mia) => db.call(who, 'delete_question', { question_id: id })
    const restore = (who: typeof mia) => db.call(who, 'restore_question', { question_id: id })
    expect((await del(ben)).code).toBe('42501')
    await del(mia)
    expect(await reads(ben, id)).toBe(false)
    expect(await listed(ben, lesson)).toEqual([])
    expect((await restore(coach)).code).toBe('42501')
    expect((await restore(mia)).code).toBeUndefined()
    await answer(ben, id, { body: 'Fire.' })
    await del(coach)
    expect((await restore(mia)).code).toBe('42501')
    const thread = await read(zoe, id)
    expect(thread).toMatchObject({ question: { gone: true }, answers: [{ body: 'Fire.' }] })
    expect(JSON.stringify(thread)).not.toContain('tea')
    expect(await listed(zoe, lesson)).toMatchObject([{ gone: true, answers: 1 }])
    expect(await tryAnswer(zoe, id)).toMatchObject({ code: 'PT404' })
    await db.owner(
      `update public.questions set deleted_at = now() - interval '11 minutes' where id = $1`,
      [id],
    )
    expect((await restore(coach)).code).toBe('42501')
  })

  test('can be deleted by its author after the lesson was closed', async () => {
    const { id, mia, ben, autumn } = await asked()
    const { id: answer_id } = await answer(ben, id)
    for (const who of [mia, ben]) await change(autumn, who, `state = 'LEFT'`)
    expect((await db.call(ben, 'delete_answer', { answer_id })).code).toBeUndefined()
    expect((await db.call(mia, 'delete_question', { question_id: id })).code).toBeUndefined()
  })

  test('is in its author’s own data, and its text is deleted with the account', async () => {
    const { id, mia, ben, zoe } = await asked({ title: 'Mia asks', body: 'Her words' })
    const { id: answer_id } = await answer(ben, id, { body: 'Bens words' })
    await db.answer(mia, 'accept_answer', { question_id: id, answer_id })
    await db.answer(ben, 'report_question', { question_id: id, reason: 'Rude' })
    expect(await db.answer(mia, 'my_data', {})).toMatchObject({
      questions: [{ title: 'Mia asks', body: 'Her words' }],
      ...{ answers: [], followed_questions: [{ lesson: 'Reading' }], question_bans: [] },
    })
    expect(await db.answer(ben, 'my_data', {})).toMatchObject({
      answers: [{ body: 'Bens words' }],
      question_reports: [{ reason: 'Rude' }],
    })
    await db.owner('delete from public.profiles where id = $1', [ben.id])
    expect(await read(mia, id)).toMatchObject({
      question: { accepted: null, answers: 0, state: 'OPEN' },
    })
    await answer(zoe, id)
    await db.owner('delete from public.profiles where id = $1', [mia.id])
    expect(await read(zoe, id)).toMatchObject({ question: { gone: true }, answers: [{}] })
    const rows = await db.owner(
      'select q::text as q, a::text as a from public.questions q, public.answers a where q.id = $1 and a.question_id = q.id',
      [id],
    )
    expect(JSON.stringify(rows)).not.toMatch(/words|Mia asks/)
  })
})
