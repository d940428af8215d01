import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { assignments } from './scenes/assignments'

// Reviews: who may review, who claims the work, and the effects of publishing (rules/assignments#review, #claim).
const db = useDatabase()
const {
  task,
  waiting,
  handIn,
  review,
  tryReview,
  workOf,
  queue,
  completed,
  claim,
  endClaim,
  look,
} = assignments(db)

describe('a claim', () => {
  test('belongs to one reviewer for 30 minutes; opening the review does not claim the work', async () => {
    const { coach, id } = await waiting()
    const other = await db.person({ role: 'ADMIN', name: 'Ada' })
    await look(other, id)
    expect((await claim(coach, id)).code).toBeUndefined()
    expect(await claim(other, id)).toMatchObject({
      code: 'PT409',
      message: 'Cora is reviewing this already.',
    })
    expect((await claim(coach, id)).code).toBeUndefined()
    expect(await look(other, id)).toMatchObject({ claim: { reviewer: 'Cora', mine: false } })
    await endClaim(id)
    expect((await claim(other, id)).code).toBeUndefined()
    await db.answer(other, 'release_claim', { submission_id: id })
    expect((await claim(coach, id)).code).toBeUndefined()
  })

  test('is taken and renewed by typing, and the text is saved even without a claim', async () => {
    const { coach, id, round } = await waiting()
    const other = await db.person({ role: 'ADMIN', name: 'Ada' })
    const type = (who: Person, comment: string) =>
      db.answer(who, 'save_review_draft', { round_id: round.id, body: JSON.stringify({ comment }) })
    expect(await type(coach, 'Good')).toMatchObject({ claim: { mine: true }, newer_round: null })
    expect(await type(other, 'Hm')).toMatchObject({ until: null, claim: { reviewer: 'Cora' } })
    await endClaim(id)
    expect(await type(other, 'Hm, well')).toMatchObject({ claim: { mine: true } })
    expect(await type(coach, 'Good work')).toMatchObject({ until: null, claim: { mine: false } })
    expect(await look(coach, id)).toMatchObject({ draft: { body: { comment: 'Good work' } } })
    expect(await look(other, id)).toMatchObject({ draft: { body: { comment: 'Hm, well' } } })
  })

  test('is refused to a reviewer who has three others', async () => {
    const works = [await waiting(), await waiting(), await waiting(), await waiting()]
    const admin = await db.person({ role: 'ADMIN' })
    for (const { id } of works.slice(0, 3)) expect((await claim(admin, id)).code).toBeUndefined()
    const fourth = works[3]?.id ?? ''
    expect(await claim(admin, fourth)).toMatchObject({
      code: 'PT409',
      message: 'You are reviewing three others. Finish or release one first.',
    })
    await endClaim(works[0]?.id ?? '')
    expect((await claim(admin, fourth)).code).toBeUndefined()
  })
})

describe('who may review', () => {
  const refused = '42501'

  test('are administrators, the course’s creator and the cohort’s staff', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    await db.withSettings(
      { moderators_see_everybody: false, creators_admin_panel: true },
      async () => {
        const { coach, mia, id, round, lesson } = await waiting({ by: creator })
        const strangers = [
          mia,
          await db.person(),
          await db.person({ role: 'MODERATOR' }),
          await db.person({ role: 'CREATOR' }),
        ]
        for (const who of strangers) {
          expect((await db.call(who, 'review', { submission_id: id })).code).toBe(refused)
          expect((await claim(who, id)).code).toBe(refused)
          expect((await tryReview(who, round.id)).code).toBe(refused)
          expect((await db.call(who, 'reviewers', { submission_id: id })).code).toBe(refused)
          expect((await db.call(who, 'hand_over', { submission_id: id })).code).toBe(refused)
          expect((await db.call(who, 'waive_late', { round_id: round.id })).code).toBe(refused)
          const draft = { round_id: round.id, body: '{}' }
          expect((await db.call(who, 'save_review_draft', draft)).code).toBe(refused)
        }
        expect((await db.call(mia, 'review_queue', {})).code).toBe(refused)
        expect((await db.call(mia, 'next_review', {})).code).toBe(refused)
        expect(await queue(strangers[2] as Person)).toEqual([])
        for (const who of [coach, creator, await db.person({ role: 'ADMIN' })]) {
          expect(await queue(who, { lesson_id: lesson })).toContain(id)
          expect(await look(who, id)).toMatchObject({
            can_review: true,
            brief: 'Build a page about tea.',
          })
        }
        expect(await workOf(mia, lesson)).toMatchObject({ state: 'WAITING' })
      },
    )
    const { id, lesson } = await waiting()
    const moderator = await db.person({ role: 'MODERATOR' })
    expect(await queue(moderator, { lesson_id: lesson })).toContain(id)
  })

  test('never includes the owner of the work, not even as an administrator', async () => {
    const { lesson, course } = await task()
    const admin = await db.person({ role: 'ADMIN' })
    await db.entitle(admin, course.id)
    const round = await handIn(admin, lesson)
    const { id } = await workOf(admin, lesson)
    expect(await tryReview(admin, round.id)).toMatchObject({ code: refused })
    expect((await claim(admin, String(id))).code).toBe(refused)
    expect(await queue(admin)).not.toContain(id)
  })

  test('excludes a moderator who has left the cohort’s staff', async () => {
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      const { coach, id, round } = await waiting()
      expect((await claim(coach, id)).code).toBeUndefined()
      await db.owner('delete from public.cohort_staff where user_id = $1', [coach.id])
      expect((await tryReview(coach, round.id)).code).toBe(refused)
      expect(await queue(coach)).toEqual([])
    })
  })
})

describe('publishing', () => {
  test('a pass completes the lesson, notifies the owner of the work, and deletes claim and draft', async () => {
    const { coach, mia, lesson, course, round, id } = await waiting({
      rubric: [{ title: 'Works' }],
    })
    await claim(coach, id)
    const made = await review(coach, round.id, { comment: 'Lovely.' })
    expect(made).toMatchObject({
      verdict: 'PASS',
      state: 'PASSED',
      submission_id: id,
      person: 'Mia Wu',
    })
    expect(await workOf(mia, lesson)).toMatchObject({ state: 'PASSED', awaiting_since: null })
    expect(await completed(mia, lesson)).toBe(true)
    const told = await db.owner(
      'select title, action_url, source from public.notifications where recipient_id = $1',
      [mia.id],
    )
    expect(told).toEqual([
      {
        title: 'Passed',
        action_url: `/app/courses/${course.slug}/lesson/${lesson}`,
        source: expect.stringMatching(/ · Autumn$/),
      },
    ])
    expect(await look(coach, id)).toMatchObject({
      claim: null,
      draft: null,
      rounds: [{ mine: true }],
    })
    expect(await queue(coach)).not.toContain(id)
    expect(await queue(coach, { state: 'PASSED' })).toContain(id)
  })

  test('a review keeps the rubric by which it was given', async () => {
    const { coach, mia, lesson, round, criteria } = await waiting({ rubric: [{ title: 'Works' }] })
    const [works = ''] = criteria
    await review(coach, round.id, { levels: JSON.stringify({ [works]: 1 }) })
    await db.owner(`update public.rubric_criteria set title = 'Shines' where id = $1`, [works])
    await db.owner('delete from public.rubric_criteria where id = $1', [works])
    expect(await db.answer(mia, 'assignment', { lesson_id: lesson })).toMatchObject({
      rubric: [],
      rounds: [
        { review: { levels: { [works]: 1 }, rubric: [{ title: 'Works' }], reviewer: 'Cora' } },
      ],
    })
  })

  test('a pass is refused while an essential criterion is not met', async () => {
    const { coach, round, criteria } = await waiting({
      rubric: [{ title: 'Works', essential: true }, { title: 'Reads well' }],
    })
    const [works = '', reads = ''] = criteria
    const pass = (levels: object) => tryReview(coach, round.id, { levels: JSON.stringify(levels) })
    const said = 'Works is essential, and not met. This cannot pass.'
    expect(await pass({ [works]: 0 })).toMatchObject({ code: 'PT422', message: said })
    expect(await pass({ [reads]: 1 })).toMatchObject({ code: 'PT422', message: said })
    expect(await pass({ [works]: 2 })).toMatchObject({ code: 'PT422' })
    expect(await pass({ [randomUUID()]: 1 })).toMatchObject({ code: 'PT422' })
    expect((await pass({ [works]: 1, [reads]: 0 })).code).toBeUndefined()
  })

  test('happens once under one operation id', async () => {
    const { coach, round } = await waiting()
    const operation_id = randomUUID()
    const first = await review(coach, round.id, { verdict: 'AGAIN', operation_id })
    expect(await review(coach, round.id, { verdict: 'AGAIN', operation_id })).toEqual(first)
    expect(await tryReview(coach, round.id, { verdict: 'AGAIN' })).toMatchObject({ code: 'PT409' })
  })

  test('is refused after a newer round, and the draft is kept', async () => {
    const { coach, mia, lesson, round, id } = await waiting()
    await db.answer(coach, 'save_review_draft', { round_id: round.id, body: '{"comment": "Long"}' })
    await handIn(mia, lesson)
    expect(await tryReview(coach, round.id)).toMatchObject({
      code: 'PT409',
      message: 'A newer round was handed in meanwhile. What you wrote is kept.',
    })
    expect(await look(coach, id)).toMatchObject({
      round: 2,
      draft: { round: 1, body: { comment: 'Long' } },
    })
  })

  test('is refused while another reviewer has claimed the work', async () => {
    const { coach, round, id } = await waiting()
    await claim(await db.person({ role: 'ADMIN', name: 'Ada' }), id)
    expect(await tryReview(coach, round.id)).toMatchObject({
      code: 'PT409',
      message: 'Ada is reviewing this already. What you wrote is kept.',
    })
    await endClaim(id)
    expect((await tryReview(coach, round.id)).code).toBeUndefined()
  })
})
