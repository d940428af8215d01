import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'

// Tests the mails about reviews, and what ends them (rules/assignments#mails).
const db = useDatabase()
const { waiting, handIn, review } = assignments(db)

interface Content {
  to: string
  unsubscribe: string
}

/** The content that the mails about a review would have now; null for mails that are no longer needed. */
const mails = async (id: string) =>
  (
    await db.owner(
      `select private.due_review_mail(w) as mail from private.due_work w where w.kind = 'review_mail' and w.subject_id = $1`,
      [id],
    )
  ).map(({ mail }) => mail as Content | null)

const unsubscribe = async (token: string, really = false) => {
  const [row] = await db.owner('select public.unsubscribe($1, $2) as answer', [token, really])
  return row?.answer
}

const wantNone = (person: Person) =>
  db.as(person, 'insert into public.preferences (review_mails) values (false)')

describe('the mail about a review', () => {
  test('says which assignment it is and how the review ends, and nothing that was written', async () => {
    const { coach, mia, lesson, course, round } = await waiting()
    const { id } = await review(coach, round.id, {
      verdict: 'AGAIN',
      comment: 'The secret remark',
      remarks: JSON.stringify([{ line_from: 1, body: 'The secret line' }]),
    })
    const [mail] = await mails(id)
    expect(mail).toEqual({
      to: mia.email,
      lesson: 'Building a page',
      course: expect.any(String),
      passed: false,
      path: `/app/courses/${course.slug}/lesson/${lesson}`,
      unsubscribe: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(JSON.stringify(mail)).not.toMatch(/secret|tea|Cora/)
    const next = await handIn(mia, lesson)
    const passed = await review(coach, next.id)
    expect(await mails(passed.id)).toMatchObject([{ to: mia.email, passed: true }])
  })

  test('is sent when only an administrator can still withdraw the review', async () => {
    const { coach, round } = await waiting()
    const { id } = await review(coach, round.id)
    expect(
      await db.owner(
        `select w.mail, w.due_at >= v.published_at + interval '10 minutes 30 seconds' as late_enough, w.due_at < v.published_at + interval '15 minutes' as soon
         from private.due_work w join public.reviews v on v.id = w.subject_id where v.id = $1`,
        [id],
      ),
    ).toEqual([{ mail: true, late_enough: true, soon: true }])
    await db.answer(coach, 'withdraw_review', { review_id: id })
    expect(await mails(id)).toEqual([null])
    const again = await review(coach, round.id)
    expect(await mails(again.id)).toMatchObject([{ passed: true }])
  })

  test('is dropped once the next round is handed in, or the assignment is deleted', async () => {
    const { coach, mia, lesson, round } = await waiting()
    const first = await review(coach, round.id, { verdict: 'AGAIN' })
    const next = await handIn(mia, lesson)
    expect(await mails(first.id)).toEqual([null])
    const { id } = await review(coach, next.id)
    await db.owner('update public.lessons set deleted_at = now() where id = $1', [lesson])
    expect(await mails(id)).toEqual([null])
  })

  test('is not sent to a person who does not want it, is disabled, or has not confirmed an email', async () => {
    const [unwilling, later, disabled, unproven] = [
      await waiting(),
      await waiting(),
      await waiting(),
      await waiting(),
    ]
    await wantNone(unwilling.mia)
    await db.owner(`update auth.users set email_confirmed_at = null where id = $1`, [
      unproven.mia.id,
    ])
    const given = await Promise.all(
      [unwilling, later, disabled, unproven].map(({ coach, round }) => review(coach, round.id)),
    )
    await wantNone(later.mia)
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [
      disabled.mia.id,
    ])
    expect(await Promise.all(given.map(({ id }) => mails(id)))).toEqual([[], [null], [null], []])
  })
})

test('the mail about a review contains a secret that ends only mails about reviews', async () => {
  const { coach, mia, round } = await waiting()
  const { id } = await review(coach, round.id)
  const [mail] = await mails(id)
  const token = mail?.unsubscribe ?? ''
  const [row] = await db.owner(`select private.make_unsubscribe_token($1, 'cohort_mails') as t`, [
    mia.id,
  ])
  expect(await unsubscribe(token)).toEqual({ mail: 'review_mails', wanted: true })
  expect(await unsubscribe(token, true)).toEqual({ mail: 'review_mails', wanted: false })
  expect(await mails(id)).toEqual([null])
  expect(await unsubscribe(String(row?.t))).toEqual({ mail: 'cohort_mails', wanted: true })
  expect(await unsubscribe(String(row?.t), true)).toEqual({ mail: 'cohort_mails', wanted: false })
  expect(
    (await db.as(mia, 'select cohort_mails, review_mails from public.preferences')).rows,
  ).toEqual([{ cohort_mails: false, review_mails: false }])
  expect(await db.answer(mia, 'my_data', {})).toMatchObject({
    preferences: [{ cohort_mails: false, review_mails: false }],
  })
  await db.as(mia, 'update public.preferences set review_mails = true')
  expect(await unsubscribe(token)).toEqual({ mail: 'review_mails', wanted: true })
  expect(await unsubscribe(String(row?.t))).toEqual({ mail: 'cohort_mails', wanted: false })
})
