import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { type InboxRow, inboxes } from '../scenes/inbox'
import { questions } from '../scenes/questions'

// Questions that wait for an answer are in the inbox of staff who moderate them (rules/inbox#rows).
const db = useDatabase()
const { inbox, rowOf, finish, handOver } = inboxes(db)
const { classroom, ask, answer } = questions(db)

/** Asks a question that has waited longer than those of other tests. */
async function waitingQuestion(more: object = {}) {
  const room = await classroom()
  const { id } = await ask(room.mia, room.lesson, { title: 'Why is tea hot?', ...more })
  await db.owner(
    `update public.questions set waiting_since = now() - interval '1 year' where id = $1`,
    [id],
  )
  return { ...room, id }
}

/** Counts the notes about a subject. */
const noted = async (subject: string) =>
  (await db.owner('select from private.inbox_hand_overs where subject_id = $1', [subject])).length

test('a question is in the inbox of the cohort’s staff and of administrators, and of nobody else', async () => {
  await db.withSettings(
    { moderators_see_everybody: false, creators_admin_panel: true },
    async () => {
      const { coach, admin, mia, ben, autumn, course, id } = await waitingQuestion()
      for (const who of [coach, admin]) {
        expect(await rowOf(who, id)).toMatchObject({
          ...{ kind: 'QUESTION', act: 'ANSWER', title: 'Why is tea hot?' },
          ...{ person: { id: mia.id }, course: { id: course.id }, cohort: { id: autumn } },
          facts: { lesson: 'Reading', answers: 0 },
        })
      }
      for (const role of ['MODERATOR', 'CREATOR'] as const) {
        expect(await rowOf(await db.person({ role }), id)).toBeUndefined()
      }
      expect((await db.call(ben, 'staff_inbox', {})).code).toBe('42501')
      await db.owner('update public.courses set created_by_id = $2 where id = $1', [
        course.id,
        (await db.person({ role: 'CREATOR' })).id,
      ])
      const [{ created_by_id: maker } = {}] = await db.owner(
        'select created_by_id from public.courses where id = $1',
        [course.id],
      )
      const creator = await db.signedIn({ id: String(maker), email: '' })
      expect(await rowOf(creator, id)).toMatchObject({ kind: 'QUESTION' })
    },
  )
})

test('a question leaves the inbox when it is answered, and is shown again when it waits again', async () => {
  const { coach, admin, id } = await waitingQuestion()
  const row = (await rowOf(admin, id)) as InboxRow
  await finish(admin, row)
  expect(await rowOf(admin, id)).toBeUndefined()
  expect(await rowOf(coach, id)).toEqual(row)
  await answer(coach, id)
  expect(await rowOf(coach, id)).toBeUndefined()
  await db.owner(
    `update public.questions set state = 'OPEN', waiting_since = now() - interval '2 years', answer_id = null where id = $1`,
    [id],
  )
  // It waits since another moment, so it is shown again to the person who marked it as done.
  expect(await rowOf(admin, id)).toMatchObject({ kind: 'QUESTION' })
})

test('deleted and merged questions, and those of deleted lessons, are not in the inbox', async () => {
  const [first, second, third] = [
    await waitingQuestion(),
    await waitingQuestion(),
    await waitingQuestion(),
  ]
  const admin = await db.person({ role: 'ADMIN' })
  await db.owner('update public.questions set deleted_at = now() where id = $1', [first.id])
  await db.owner('update public.lessons set deleted_at = now() where id = $1', [second.lesson])
  await db.owner('update public.questions set merged_into_id = $2 where id = $1', [
    third.id,
    second.id,
  ])
  for (const { id } of [first, second, third]) expect(await rowOf(admin, id)).toBeUndefined()
})

test('notes about a question are deleted with the question, and when its author deletes their account', async () => {
  const [deleted, erased] = [await waitingQuestion(), await waitingQuestion()]
  for (const { coach, admin, id } of [deleted, erased]) {
    await handOver(admin, (await rowOf(admin, id)) as InboxRow, coach, { note: 'Call Mia.' })
    expect(await noted(id)).toBe(1)
  }
  await db.answer(deleted.mia, 'delete_question', { question_id: deleted.id })
  await db.authService('delete from auth.users where id = $1', [erased.mia.id])
  expect([await noted(deleted.id), await noted(erased.id)]).toEqual([0, 0])
})

test('notes about a deleted question with a reported answer are deleted when its author deletes their account', async () => {
  const { mia, ben, coach, admin, id } = await waitingQuestion()
  const { id: answer_id } = await answer(ben, id)
  await db.answer(mia, 'report_question', { question_id: id, answer_id })
  await db.owner(
    `update private.question_reports set created_at = now() - interval '1 year' where answer_id = $1`,
    [answer_id],
  )
  await db.answer(mia, 'delete_question', { question_id: id })
  await handOver(admin, (await rowOf(admin, id)) as InboxRow, coach, { note: 'Call Mia.' })
  expect(await noted(id)).toBe(1)
  await db.authService('delete from auth.users where id = $1', [mia.id])
  expect(await noted(id)).toBe(0)
})

test('nobody has their own question in the inbox', async () => {
  const { course, lesson } = await classroom()
  const admin = await db.person({ role: 'ADMIN' })
  await db.entitle(admin, course.id)
  const { id } = await ask(admin, lesson)
  await db.owner(
    `update public.questions set waiting_since = now() - interval '1 year' where id = $1`,
    [id],
  )
  expect(await rowOf(admin, id)).toBeUndefined()
  expect(await rowOf(await db.person({ role: 'ADMIN' }), id)).toBeDefined()
})

test('a question is one row of the inbox, without its text and people, until all reports about it and its answers are settled', async () => {
  await db.withSettings(
    { moderators_see_everybody: false, creators_admin_panel: true },
    async () => {
      const { coach, admin, mia, ben, lesson, course, autumn } = await classroom()
      const { id } = await ask(mia, lesson, { title: 'Why is tea hot?', audience: 'COHORT' })
      const { id: answer_id } = await answer(coach, id)
      const reportedRow = async (who: Person) =>
        (await inbox(who)).rows.find(
          (row) => row.subject_id === id && row.kind === 'QUESTION_REPORT',
        )
      await db.answer(ben, 'report_question', { question_id: id, reason: 'Rude' })
      await db.owner(
        `update private.question_reports set created_at = now() - interval '1 year' where question_id = $1`,
        [id],
      )
      for (const who of [coach, admin]) {
        const row = await reportedRow(who)
        expect(row).toMatchObject({
          ...{ act: 'MODERATE', title: 'Reading', person: null },
          ...{ course: { id: course.id }, cohort: { id: autumn } },
          facts: { lesson_id: lesson, reports: 1 },
        })
        expect(JSON.stringify(row)).not.toMatch(/Rude|hot|Mia|Ben/)
      }
      expect(await reportedRow(await db.person({ role: 'MODERATOR' }))).toBeUndefined()
      const first = (await reportedRow(admin)) as InboxRow
      await finish(admin, first)
      expect(await reportedRow(admin)).toBeUndefined()
      // After another report, the row is shown again to the person who marked it as done.
      await db.answer(ben, 'report_question', { question_id: id, answer_id })
      expect(await reportedRow(admin)).toMatchObject({ facts: { reports: 2 } })
      await db.answer(coach, 'settle_question_reports', { question_id: id })
      expect(await reportedRow(admin)).toMatchObject({ facts: { reports: 1 } })
      await db.answer(coach, 'settle_question_reports', { question_id: id, answer_id })
      for (const who of [coach, admin]) expect(await reportedRow(who)).toBeUndefined()
    },
  )
})

test('a reported question or answer that was deleted is not in the inbox', async () => {
  const { admin, mia, ben, lesson } = await classroom()
  const { id } = await ask(mia, lesson)
  const { id: answer_id } = await answer(mia, id)
  const has = async () =>
    (await inbox(admin)).rows.some((row) => row.subject_id === id && row.kind === 'QUESTION_REPORT')
  await db.answer(ben, 'report_question', { question_id: id, answer_id })
  await db.owner(
    `update private.question_reports set created_at = now() - interval '1 year' where answer_id = $1`,
    [answer_id],
  )
  expect(await has()).toBe(true)
  await db.answer(mia, 'delete_answer', { answer_id })
  expect(await has()).toBe(false)
})
