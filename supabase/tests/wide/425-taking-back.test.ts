import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { type Person, uniqueName, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'

// After a review: a second opinion, withdrawing the review, and the name of the owner of blind work
// (rules/assignments#second-opinion, #taking-back, #blind, #late).
const db = useDatabase()
const { task, group, waiting, handIn, review, tryReview, workOf, queue, completed, claim, look } =
  assignments(db)

describe('a second opinion', () => {
  test('goes to another reviewer if there is one', async () => {
    const { coach, mia, lesson, round, id } = await waiting()
    const admin = await db.person({ role: 'ADMIN' })
    await review(coach, round.id, { verdict: 'AGAIN', comment: 'No.' })
    const again = await handIn(mia, lesson, { note: 'I disagree.', second_opinion: true })
    expect(await look(coach, id)).toMatchObject({
      second_opinion: true,
      not_mine: true,
      offer: null,
    })
    expect(await tryReview(coach, again.id)).toMatchObject({
      code: 'PT409',
      message: 'Somebody else reads this round.',
    })
    expect((await claim(coach, id)).code).toBe('PT409')
    expect((await tryReview(admin, again.id)).code).toBeUndefined()
  })

  test('goes to the same reviewer if nobody else may review the work', async () => {
    const { mia, lesson, round, id } = await waiting()
    const admin = await db.person({ role: 'ADMIN' })
    await review(admin, round.id, { verdict: 'AGAIN' })
    await handIn(mia, lesson, { second_opinion: true })
    const asked = `select private.is_for_another_reviewer('${admin.id}', s) as others from public.submissions s where s.id = '${id}'`
    const client = new pg.Client({ connectionString: inject('databaseUrls').owner })
    await client.connect()
    try {
      await client.query('begin')
      expect((await client.query(asked)).rows).toEqual([{ others: true }])
      await client.query(
        `update public.profiles set disabled_at = now() where role <> 'MEMBER' and id <> $1 and disabled_at is null`,
        [admin.id],
      )
      expect((await client.query(asked)).rows).toEqual([{ others: false }])
    } finally {
      await client.query('rollback')
      await client.end()
    }
  })

  test('can be asked for only after a review with the verdict AGAIN', async () => {
    const { mia, lesson } = await waiting()
    const args = { lesson_id: lesson, operation_id: randomUUID(), text: 'x', second_opinion: true }
    expect(await db.call(mia, 'submit_round', args)).toMatchObject({ code: 'PT422' })
  })

  test('can be asked for by a reviewer, who hands over the work', async () => {
    const { coach, round, id } = await waiting()
    const [ada, mod] = [
      await db.person({ role: 'ADMIN', name: 'Ada' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    await claim(coach, id)
    const names = (await db.answer(coach, 'reviewers', { submission_id: id })) as { id: string }[]
    expect(names.map((person) => person.id)).toEqual(expect.arrayContaining([ada.id, mod.id]))
    expect(names.map((person) => person.id)).not.toContain(coach.id)
    await db.answer(coach, 'hand_over', { submission_id: id, to_id: ada.id })
    expect(await look(ada, id)).toMatchObject({ claim: null, offer: { mine: true, by: 'Cora' } })
    expect((await queue(ada))[0]).toBe(id)
    const stranger = await db.person()
    expect(
      await db.call(coach, 'hand_over', { submission_id: id, to_id: stranger.id }),
    ).toMatchObject({
      code: 'PT422',
    })
    await db.answer(coach, 'hand_over', { submission_id: id })
    expect((await tryReview(coach, round.id)).code).toBe('PT409')
  })
})

describe('who may not review a round', () => {
  const over = (who: Person, id: string, to?: Person) =>
    db.call(who, 'hand_over', { submission_id: id, ...(to && { to_id: to.id }) })

  test('are people who reviewed the round or handed it over; they may not review the round that replaces it either', async () => {
    const { coach, mia, lesson, round, id } = await waiting()
    const [ada, bert] = [await db.person({ role: 'ADMIN' }), await db.person({ role: 'ADMIN' })]
    await review(coach, round.id, { verdict: 'AGAIN' })
    await handIn(mia, lesson, { second_opinion: true })
    // A colleague and the owner of the work cannot change this.
    expect((await over(ada, id)).code).toBeUndefined()
    expect(await over(bert, id, coach)).toMatchObject({ code: 'PT422' })
    const again = await handIn(mia, lesson)
    expect(again).toMatchObject({ second_opinion: true })
    for (const who of [coach, ada]) {
      expect(await look(who, id)).toMatchObject({ not_mine: true, offer: null })
      expect(await tryReview(who, again.id)).toMatchObject({ code: 'PT409' })
      expect(JSON.stringify(await db.answer(who, 'staff_inbox', {}))).not.toContain(id)
    }
    expect(await look(bert, id)).toMatchObject({ not_mine: false })
    const listed = await db.owner(
      `select from private.second_opinions where submission_id = $1 and round = 3`,
      [id],
    )
    expect(listed).toHaveLength(2)
    for (const change of ['set not_by_id = null', 'set round = 9'])
      await expect(
        db.owner(`update private.second_opinions ${change} where submission_id = $1`, [id]),
      ).rejects.toThrow('stays so')
    await expect(
      db.owner('delete from private.second_opinions where submission_id = $1', [id]),
    ).rejects.toThrow('stays so')
    // The request for a second opinion ends with the review of the round.
    await review(bert, again.id, { verdict: 'AGAIN' })
    await handIn(mia, lesson)
    expect(await look(coach, id)).toMatchObject({ not_mine: false, second_opinion: false })
  })

  test('never includes all reviewers: the only reviewer cannot hand the work over', async () => {
    const { coach, id } = await waiting()
    const client = new pg.Client({ connectionString: inject('databaseUrls').owner })
    await client.connect()
    try {
      await client.query('begin')
      await client.query(
        `update public.profiles set disabled_at = now() where role <> 'MEMBER' and id <> $1 and disabled_at is null`,
        [coach.id],
      )
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ sub: coach.id, role: 'authenticated', ...coach.claims }),
      ])
      await expect(client.query(`select public.hand_over('${id}')`)).rejects.toThrow(
        'Nobody else may review this work.',
      )
    } finally {
      await client.query('rollback')
      await client.end()
    }
  })
})

describe('taking a review back', () => {
  const back = (who: Person, id: string, reason?: string) =>
    db.call(who, 'withdraw_review', { review_id: id, ...(reason === undefined ? {} : { reason }) })

  test('within ten minutes restores everything, and the text becomes a draft again', async () => {
    const { coach, mia, lesson, round, id } = await waiting()
    const before = await workOf(mia, lesson)
    const made = await review(coach, round.id, { comment: 'Lovely.' })
    expect((await back(coach, made.id)).rows[0]?.answer).toEqual({
      submission_id: id,
      state: 'WAITING',
    })
    expect(await workOf(mia, lesson)).toEqual(before)
    expect(await completed(mia, lesson)).toBe(false)
    const told = 'select title from public.notifications where recipient_id = $1'
    expect(await db.owner(told, [mia.id])).toEqual([])
    expect(await look(coach, id)).toMatchObject({
      claim: { mine: true },
      draft: { body: { verdict: 'PASS', comment: 'Lovely.' } },
      withdrawn: [{ verdict: 'PASS' }],
    })
    expect((await back(coach, made.id)).code).toBeUndefined()
    expect((await tryReview(coach, round.id, { verdict: 'AGAIN' })).code).toBeUndefined()
    expect(await workOf(mia, lesson)).toMatchObject({ state: 'RETURNED' })
  })

  test('after ten minutes needs an administrator and a reason', async () => {
    const { coach, mia, lesson, round } = await waiting()
    const admin = await db.person({ role: 'ADMIN' })
    const made = await review(coach, round.id)
    expect((await back(await db.person({ role: 'MODERATOR' }), made.id)).code).toBe('42501')
    expect((await back(mia, made.id)).code).toBe('42501')
    await db.owner(
      `update public.reviews set published_at = now() - interval '11 minutes' where id = $1`,
      [made.id],
    )
    expect(await back(coach, made.id)).toMatchObject({ code: 'PT409' })
    expect(await back(admin, made.id, ' ')).toMatchObject({
      code: 'PT422',
      message: 'Please give a reason.',
    })
    expect((await back(admin, made.id, 'The wrong person.')).code).toBeUndefined()
    expect(await completed(mia, lesson)).toBe(false)
  })

  test('keeps a completion from before the lesson was an assignment', async () => {
    const { coach, mia, lesson, round } = await waiting()
    await db.owner(
      `insert into public.lesson_completions (user_id, lesson_id, completed_at) values ($1, $2, now() - interval '1 day')`,
      [mia.id, lesson],
    )
    const made = await review(coach, round.id)
    await back(coach, made.id)
    expect(await completed(mia, lesson)).toBe(true)
  })

  test('is refused once the next round is handed in', async () => {
    const { coach, mia, lesson, round } = await waiting()
    const made = await review(coach, round.id, { verdict: 'AGAIN' })
    await handIn(mia, lesson)
    expect(await back(coach, made.id)).toMatchObject({ code: 'PT409' })
  })
})

describe('a blind assignment', () => {
  test('names the owner of work only after the review is published', async () => {
    const { coach, mia, round, lesson, id } = await waiting({ blind: true })
    const name = uniqueName()
    await db.owner('update public.profiles set name = $2 where id = $1', [mia.id, name])
    const shown = [
      await look(coach, id),
      await db.answer(coach, 'review_queue', { filter: JSON.stringify({ lesson_id: lesson }) }),
      await db.answer(coach, 'staff_inbox', {}),
    ].map((answer) => JSON.stringify(answer))
    expect(shown[1]).toContain(id)
    for (const text of shown) {
      expect(text).not.toContain(mia.id)
      expect(text).not.toContain(name)
      expect(text).not.toContain(mia.email)
    }
    expect(await review(coach, round.id, { verdict: 'AGAIN' })).toMatchObject({ person: name })
    expect(await look(coach, id)).toMatchObject({ person: { id: mia.id, name } })
  })

  test('accepts neither links nor repositories, because they name their owner', async () => {
    await expect(task({ blind: true, accepts: ['TEXT', 'REPOSITORY'] })).rejects.toThrow(
      'blind_without_owners',
    )
  })
})

test('the mark of a late round is removed with one call, which can be repeated', async () => {
  const work = await task({ dueDay: 0 })
  const [mia, coach] = [await db.person(), await db.person({ role: 'MODERATOR' })]
  await group(work, [mia], { staff: [coach] })
  const round = await handIn(mia, work.lesson)
  expect(round).toMatchObject({ late: true })
  await db.answer(coach, 'waive_late', { round_id: round.id })
  await db.answer(coach, 'waive_late', { round_id: round.id })
  expect(await db.answer(mia, 'assignment', { lesson_id: work.lesson })).toMatchObject({
    rounds: [{ late: false }],
  })
})

test('saved replies are visible only to their writer', async () => {
  const [coach, other, mia] = [
    await db.person({ role: 'MODERATOR' }),
    await db.person({ role: 'ADMIN' }),
    await db.person(),
  ]
  const insert = `insert into public.saved_replies (title, body) values ('Names', 'Please name your variables.') returning id`
  const { rows } = await db.as(coach, insert)
  expect(rows).toHaveLength(1)
  expect((await db.as(mia, insert)).code).toBe('42501')
  expect((await db.as(other, 'select * from public.saved_replies')).rows).toEqual([])
  expect((await db.as(other, `delete from public.saved_replies returning id`)).rows).toEqual([])
  expect(
    (await db.as(coach, `update public.saved_replies set title = 'N' returning id`)).rows,
  ).toHaveLength(1)
})
