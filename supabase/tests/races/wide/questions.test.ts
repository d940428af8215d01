import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { questions } from '../../scenes/questions'
import { tokenFor } from '../../wire/tokens'
import { atOnce, call, tally, verdict } from '../at-once'

// Many people act on one question at the same moment: one answer is accepted, no answer is lost by a merge, limits
// apply, and each follower is notified once (rules/questions#accepting, #merging, #following).
const db = useDatabase()
const { classroom, ask, answer, read, told } = questions(db)
const lanes = { timeout: 90_000 }

const tokenOf = (person: Person) => tokenFor(person, { claims: { aal: 'aal2' } })

test(
  'if two answers are accepted at the same time, one of them is the accepted answer afterwards',
  lanes,
  async () => {
    const { lesson, mia, ben, admin } = await classroom()
    const [asker, staff] = [await tokenOf(mia), await tokenOf(admin)]
    for (let time = 0; time < 10; time += 1) {
      const { id } = await ask(mia, lesson)
      const [one, two] = [await answer(ben, id), await answer(ben, id)]
      const answers = await atOnce(6, (i) =>
        call('accept_answer', i % 2 ? asker : staff, {
          ...{ question_id: id, answer_id: (i % 2 ? one : two).id },
        }),
      )
      expect(tally(answers.map(verdict))).toEqual({ done: 6 })
      const thread = await read(ben, id)
      expect(thread.question).toMatchObject({ state: 'ANSWERED', answers: 2 })
      expect(thread.answers.filter(({ accepted }) => accepted)).toHaveLength(1)
    }
  },
)

test(
  'an answer that is accepted and deleted at the same time is not the accepted answer afterwards',
  lanes,
  async () => {
    const { lesson, mia, ben } = await classroom()
    const [asker, author] = [await tokenOf(mia), await tokenOf(ben)]
    for (let time = 0; time < 10; time += 1) {
      const { id } = await ask(mia, lesson)
      const { id: answer_id } = await answer(ben, id)
      await atOnce(2, (i) =>
        i === time % 2
          ? call('accept_answer', asker, { question_id: id, answer_id })
          : call('delete_answer', author, { answer_id }),
      )
      expect(await read(mia, id)).toMatchObject({
        question: { state: 'OPEN', answers: 0, accepted: null },
      })
    }
  },
)

test('no answer is lost when its question is merged at the same moment', lanes, async () => {
  const { lesson, mia, ben, admin } = await classroom()
  const [staff, author] = [await tokenOf(admin), await tokenOf(ben)]
  for (let time = 0; time < 10; time += 1) {
    const [kept, double] = [await ask(mia, lesson), await ask(admin, lesson)]
    await db.owner('delete from public.answers where author_id = $1', [ben.id])
    await db.owner(
      `update public.questions set created_at = created_at - interval '2 hours' where author_id = any ($1)`,
      [[mia.id, admin.id]],
    )
    const answers = await atOnce(6, (i) =>
      i === time % 6
        ? call('merge_questions', staff, { question_id: double.id, into_id: kept.id })
        : call('answer_question', author, { question_id: double.id, body: `Answer ${i}` }),
    )
    const written = answers.filter(({ status }, i) => status < 300 && i !== time % 6)
    for (const other of answers.filter(({ status }) => status >= 300)) {
      expect(verdict(other)).toBe('PT409 MERGED')
    }
    const [left] = await db.owner(
      'select count(*)::int as n from public.answers where question_id = $1',
      [double.id],
    )
    expect(left?.n).toBe(0)
    const thread = await read(ben, kept.id)
    expect(thread.answers).toHaveLength(written.length)
    expect(thread.question.answers).toBe(written.length)
  }
})

test(
  'if two people merge two questions into each other at the same time, one question remains',
  lanes,
  async () => {
    const { lesson, mia, admin } = await classroom()
    const staff = await tokenOf(admin)
    for (let time = 0; time < 5; time += 1) {
      const [one, two] = [await ask(mia, lesson), await ask(mia, lesson)]
      const answers = await atOnce(2, (i) =>
        call('merge_questions', staff, {
          question_id: i === 0 ? one.id : two.id,
          into_id: i === 0 ? two.id : one.id,
        }),
      )
      expect(tally(answers.map(verdict))).toEqual({ done: 1, 'PT409 MERGED': 1 })
    }
  },
)

test(
  'an answer that is sent ten times at once is stored once, and announced once',
  lanes,
  async () => {
    const { lesson, mia, ben, zoe } = await classroom()
    const { id } = await ask(mia, lesson)
    await db.answer(zoe, 'follow_question', { question_id: id })
    const author = await tokenOf(ben)
    const operation_id = randomUUID()
    const answers = await atOnce(10, () =>
      call('answer_question', author, { question_id: id, body: 'Fire.', operation_id }),
    )
    expect(tally(answers.map(verdict))).toEqual({ done: 10 })
    expect((await read(mia, id)).answers).toHaveLength(1)
    for (const who of [mia, zoe]) expect(await told(who)).toHaveLength(1)
  },
)

test('of thirty questions that are asked at the same time, twenty are stored', lanes, async () => {
  const { lesson, mia } = await classroom()
  const asker = await tokenOf(mia)
  const answers = await atOnce(30, (i) =>
    call('ask_question', asker, { lesson_id: lesson, title: `Question ${i}` }),
  )
  expect(tally(answers.map(verdict))).toEqual({ done: 20, 'PT429 TOO_MANY': 10 })
})
