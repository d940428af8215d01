import type { Person, TestDatabase } from '../database'
import { assignments } from './assignments'

/** Returns a function that stores a person's work and their review of another's, all with a text that names them. */
export function tracesOfWork(db: TestDatabase) {
  const { task } = assignments(db)

  async function workOfThem(person: Person, other: Person, says: string): Promise<void> {
    const { lesson } = await task()
    const work = async (who: Person, text: string) => {
      const [made] = await db.owner(
        'insert into public.submissions (lesson_id, user_id) values ($1, $2) returning id',
        [lesson, who.id],
      )
      const [round] = await db.owner(
        `insert into public.submission_rounds (submission_id, round, text, code, note) values ($1, 1, $2, $3, $2) returning id`,
        [made?.id, text, JSON.stringify([{ name: 'a.html', body: text }])],
      )
      return { submission: made?.id, round: round?.id }
    }
    const [own, theirs] = [await work(person, says), await work(other, 'Tea')]
    for (const [who, { round }] of [
      [other, own],
      [person, theirs],
    ] as const) {
      const [review] = await db.owner(
        `insert into public.reviews (round_id, reviewer_id, verdict, comment, withdrawn_at, withdrawn_by_id, withdraw_reason)
         values ($1, $2, 'AGAIN', $3, now(), $2, left($3, 500)) returning id`,
        [round, who.id, says],
      )
      await db.owner('insert into public.review_remarks (review_id, body) values ($1, $2)', [
        review?.id,
        says,
      ])
      await db.owner(
        'insert into public.review_drafts (round_id, reviewer_id, body) values ($1, $2, $3)',
        [round, who.id, JSON.stringify({ comment: says })],
      )
    }
    await db.owner(
      `insert into public.review_claims (submission_id, reviewer_id, until) values ($1, $2, now())`,
      [theirs.submission, person.id],
    )
    await db.owner(
      `insert into private.review_offers (submission_id, reviewer_id, until, by_id) values ($1, $2, now(), $3)`,
      [theirs.submission, other.id, person.id],
    )
    await db.owner(
      `insert into private.second_opinions (submission_id, round, not_by_id) values ($1, 1, $2)`,
      [theirs.submission, person.id],
    )
    for (const [about, by] of [
      [person, other],
      [other, person],
    ] as const) {
      await db.owner(
        `insert into public.extensions (lesson_id, user_id, due_at, reason, given_by_id) values ($1, $2, now(), $3, $4)`,
        [lesson, about.id, says, by.id],
      )
    }
    await db.owner(
      'insert into private.extension_requests (lesson_id, user_id, note, declined_because) values ($1, $2, $3, $3)',
      [lesson, person.id, says],
    )
    await db.owner(
      'insert into public.submission_drafts (user_id, lesson_id, body, revision) values ($1, $2, $3, gen_random_uuid())',
      [person.id, lesson, JSON.stringify({ text: says })],
    )
    await db.owner(
      `insert into public.repositories (lesson_id, user_id, host, owner, name, repository_id, default_branch, connected_at)
       values ($1, $2, 'github.com', 'login', 'tea', '9', $3, now())`,
      [lesson, person.id, says.slice(0, 255)],
    )
    await db.owner(
      `insert into public.repository_results (lesson_id, user_id, host, repository_id, owner, name, sha, ref, suite, run_id, run_attempt, verdict,
         results, tests, failed, jti)
       values ($1, $2, 'github.com', '9', 'login', 'tea', repeat('a', 40), 'refs/heads/main', 'tea', '1', 1, 'FAIL', $3, 1, 1, gen_random_uuid())`,
      [lesson, person.id, JSON.stringify([{ name: 'pours', ok: false, message: says }])],
    )
    await db.owner(
      `insert into public.saved_replies (user_id, title, body) values ($1, 'Hello', $2)`,
      [person.id, says],
    )
  }

  return workOfThem
}
