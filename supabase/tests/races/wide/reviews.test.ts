import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { assignments } from '../../scenes/assignments'
import { tokenFor } from '../../wire/tokens'
import { atOnce, call, tally, verdict } from '../at-once'

// Many people act on the same work at the same moment: one of them claims it, it is reviewed once, and no round is
// stored twice (rules/assignments#claim, #review, #rounds, #taking-back).
const db = useDatabase()
const { waiting, group, task, handIn, review, workOf, completed, endClaim } = assignments(db)
const lanes = { timeout: 90_000 }

const tokenOf = (person: Person) => tokenFor(person, { claims: { aal: 'aal2' } })

const reviewers = async (count: number) => {
  const tokens: string[] = []
  for (let i = 0; i < count; i += 1) tokens.push(await tokenOf(await db.person({ role: 'ADMIN' })))
  return tokens
}

/** Returns the reviews of the work that were not withdrawn. */
const reviewsOf = async (id: string) =>
  db.owner(
    `select r.round, v.verdict from public.reviews v join public.submission_rounds r on r.id = v.round_id
     where r.submission_id = $1 and v.withdrawn_at is null order by r.round`,
    [id],
  )

test('of fifty people who claim the same work at the same time, one gets it', lanes, async () => {
  const tokens = await reviewers(50)
  const { id } = await waiting()
  const answers = await atOnce(50, (i) =>
    call('claim_submission', tokens[i], { submission_id: id }),
  )
  expect(tally(answers.map(verdict))).toEqual({ done: 1, 'PT409 CLAIMED': 49 })
})

test('a reviewer who claims ten pieces of work at the same time gets three', lanes, async () => {
  const [token] = await reviewers(1)
  const works: { id: string }[] = []
  for (let i = 0; i < 10; i += 1) works.push(await waiting())
  const answers = await atOnce(10, (i) =>
    call('claim_submission', token, { submission_id: works[i]?.id }),
  )
  expect(tally(answers.map(verdict))).toEqual({ done: 3, 'PT409 TOO_MANY': 7 })
})

test(
  'when a claim ends, one of the people who type or claim gets the work, and all texts are kept',
  lanes,
  async () => {
    const tokens = await reviewers(11)
    for (let time = 0; time < 5; time += 1) {
      const { id, round } = await waiting()
      await call('claim_submission', tokens[0], { submission_id: id })
      await endClaim(id)
      const type = (i: number) =>
        call('save_review_draft', tokens[i], { round_id: round.id, body: { comment: `${i}` } })
      const answers = await atOnce(11, (i) =>
        i % 2 === 0 ? type(i) : call('claim_submission', tokens[i], { submission_id: id }),
      )
      const mine = answers.filter(
        ({ status, body }) => status < 300 && typeof Object(body).until === 'string',
      )
      expect(mine).toHaveLength(1)
      const drafts = await db.owner('select from public.review_drafts where round_id = $1', [
        round.id,
      ])
      expect(drafts).toHaveLength(6)
    }
  },
)

test(
  'of ten people who publish a review of one round at the same time, one succeeds',
  lanes,
  async () => {
    const tokens = await reviewers(10)
    const { id, round } = await waiting()
    const answers = await atOnce(10, (i) =>
      call('publish_review', tokens[i], {
        ...{ round_id: round.id, verdict: i % 2 === 0 ? 'PASS' : 'AGAIN' },
      }),
    )
    const counts = tally(answers.map(verdict))
    expect(counts.done).toBe(1)
    expect(await reviewsOf(id)).toHaveLength(1)
  },
)

describe('a review that is published', () => {
  test(
    'at the same time as a new round is handed in is a review of the latest round, or refused',
    lanes,
    async () => {
      const [token] = await reviewers(1)
      for (let time = 0; time < 10; time += 1) {
        const { mia, lesson, round, id } = await waiting()
        const mine = await tokenFor(mia)
        const [published, handed] = await Promise.all([
          call('publish_review', token, { round_id: round.id, verdict: 'PASS' }),
          call('submit_round', mine, { lesson_id: lesson, operation_id: randomUUID(), text: 'x' }),
        ])
        // If the review that passes the work comes first, the new round is refused. If the new round comes first, the
        // review is refused.
        const ends = [verdict(published), verdict(handed)]
        expect([
          ['done', 'PT409 PASSED'],
          ['PT409 NEWER_ROUND', 'done'],
        ]).toContainEqual(ends)
        const passed = ends[0] === 'done'
        expect(await workOf(mia, lesson)).toMatchObject(
          passed ? { state: 'PASSED', round: 1 } : { state: 'WAITING', round: 2 },
        )
        expect(await reviewsOf(id)).toHaveLength(passed ? 1 : 0)
        expect(await completed(mia, lesson)).toBe(passed)
      }
    },
  )

  test(
    'while the review before it is withdrawn leaves state, review and completion consistent',
    lanes,
    async () => {
      const [one, two] = await reviewers(2)
      for (let time = 0; time < 10; time += 1) {
        const { mia, lesson, round, id } = await waiting()
        const first = await call('publish_review', one, { round_id: round.id, verdict: 'AGAIN' })
        await Promise.all([
          call('withdraw_review', one, { review_id: Object(first.body).id }),
          call('publish_review', two, { round_id: round.id, verdict: 'PASS' }),
          call('withdraw_review', one, { review_id: Object(first.body).id }),
        ])
        const [left] = await reviewsOf(id)
        const state = { PASS: 'PASSED', AGAIN: 'RETURNED' }[String(left?.verdict)] ?? 'WAITING'
        expect(await workOf(mia, lesson)).toMatchObject({ state })
        expect(await completed(mia, lesson)).toBe(state === 'PASSED')
      }
    },
  )

  test('and withdrawn while the person hands in again leaves the work waiting', lanes, async () => {
    const coach = await db.person({ role: 'ADMIN' })
    const token = await tokenOf(coach)
    for (let time = 0; time < 10; time += 1) {
      const { mia, lesson, round, id } = await waiting()
      const made = await review(coach, round.id)
      const mine = await tokenFor(mia)
      const [taken, handed] = await Promise.all([
        call('withdraw_review', token, { review_id: made.id }),
        call('submit_round', mine, { lesson_id: lesson, operation_id: randomUUID(), text: 'x' }),
      ])
      expect(verdict(taken)).toBe('done')
      expect(['done', 'PT409 PASSED']).toContain(verdict(handed))
      expect(await completed(mia, lesson)).toBe(false)
      expect(await reviewsOf(id)).toEqual([])
      expect(await workOf(mia, lesson)).toMatchObject({
        ...{ state: 'WAITING', round: verdict(handed) === 'done' ? 2 : 1 },
      })
    }
  })
})

test(
  'a round that is handed in ten times at once under one operation id is stored once',
  lanes,
  async () => {
    const work = await task()
    const mia = await db.person()
    await group(work, [mia])
    const mine = await tokenFor(mia)
    const operation_id = randomUUID()
    const answers = await atOnce(10, () =>
      call('submit_round', mine, { lesson_id: work.lesson, operation_id, text: 'Tea' }),
    )
    expect(tally(answers.map(verdict))).toEqual({ done: 10 })
    expect(new Set(answers.map(({ body }) => Object(body).id)).size).toBe(1)
    expect(await handIn(mia, work.lesson)).toMatchObject({ round: 2 })
  },
)
