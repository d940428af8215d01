import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../database'
import { type Act, SECRET_NAME } from './act'
import { assignments } from './assignments'

/** Returns, for each function that changes work, reviews, extensions or due dates, an action that calls it on new work. */
export function actsOnAssignments(db: TestDatabase): Record<string, () => Promise<Act>> {
  const { task, group, handIn, review, workOf } = assignments(db)

  /** Adds work on an assignment with a due date, and an administrator. */
  async function scene(text = SECRET_NAME) {
    const work = await task({ dueDay: 0 })
    const [who, mia] = [
      await db.person({ role: 'ADMIN', name: SECRET_NAME }),
      await db.person({ name: SECRET_NAME }),
    ]
    const cohort = await group(work, [mia])
    const round = await handIn(mia, work.lesson, { text })
    const { id } = await workOf(mia, work.lesson)
    return { ...work, who, mia, cohort, round, id: String(id) }
  }

  type Scene = Awaited<ReturnType<typeof scene>>

  const onWork =
    (
      records: string[],
      args: (scene: Scene) => object | Promise<object>,
      names: (scene: Scene) => string[] = ({ id }) => [id],
    ) =>
    async (): Promise<Act> => {
      const made = await scene()
      return { who: made.who, args: { ...(await args(made)) }, names: names(made), records }
    }

  const onExtension = (
    records: string[],
    more: object,
    before: (scene: Scene) => Promise<unknown> = async () => {},
  ) =>
    onWork(
      records,
      async (made) => {
        await before(made)
        return { lesson_id: made.lesson, user_id: made.mia.id, ...more }
      },
      ({ lesson, mia }) => [lesson, mia.id],
    )

  return {
    submit_round: async () => {
      const { mia, lesson, id } = await scene()
      return {
        who: mia,
        args: { lesson_id: lesson, operation_id: randomUUID(), text: SECRET_NAME },
        names: [id],
        records: ['submission.hand_in'],
      }
    },
    publish_review: onWork(
      ['review.publish'],
      ({ round }) => ({ round_id: round.id, verdict: 'PASS', comment: SECRET_NAME }),
      ({ round }) => [round.id],
    ),
    withdraw_review: onWork(
      ['review.withdraw'],
      async ({ who, round }) => ({
        review_id: (await review(who, round.id, { comment: SECRET_NAME })).id,
        reason: SECRET_NAME,
      }),
      ({ round }) => [round.id],
    ),
    waive_late: onWork(['submission.waive_late'], ({ round }) => ({ round_id: round.id })),
    hand_over: onWork(['submission.hand_over'], async ({ id }) => ({
      submission_id: id,
      to_id: (await db.person({ role: 'ADMIN' })).id,
    })),
    hand_over_inbox_row: onWork(['inbox.hand_over'], async ({ id }) => ({
      kind: 'WORK',
      subject_id: id,
      version: '1',
      to_id: (await db.person({ role: 'ADMIN' })).id,
      note: SECRET_NAME,
    })),
    give_extension: onExtension(['extension.give'], { days: 2, reason: SECRET_NAME }),
    end_extension: onExtension(['extension.end'], {}, ({ who, lesson, mia }) =>
      db.answer(who, 'give_extension', { lesson_id: lesson, user_id: mia.id, days: 2 }),
    ),
    decline_extension: onExtension(
      ['extension.decline'],
      { reason: SECRET_NAME },
      ({ mia, lesson }) =>
        db.answer(mia, 'ask_extension', { lesson_id: lesson, note: SECRET_NAME }),
    ),
    judge_again: onWork(['submission.judge_again'], async ({ mia, lesson }) => {
      const [result] = await db.owner(
        `insert into public.repository_results (lesson_id, user_id, host, repository_id, owner, name, sha, ref, suite, run_id, run_attempt, verdict,
           results, tests, failed, jti)
         values ($1, $2, 'github.com', '9', 'login', 'tea', repeat('a', 40), 'refs/heads/main', 'tea', '1', 1, 'FAIL', '[]', 1, 1, gen_random_uuid())
         returning id`,
        [lesson, mia.id],
      )
      return { result_id: result?.id }
    }),
    take_grader_commit: onWork(
      ['assignment.update'],
      async ({ lesson }) => {
        await db.owner(
          `update public.assignments set accepts = '{TEXT,REPOSITORY}', suite = 'tea', grader = 'school/grading/.github/workflows/tea.yml@v1'
           where lesson_id = $1`,
          [lesson],
        )
        await db.owner(
          `update public.assignments set grader_new_sha = repeat('b', 40) where lesson_id = $1`,
          [lesson],
        )
        return { lesson_id: lesson }
      },
      ({ lesson }) => [lesson],
    ),
    save_dues: onWork(
      ['due.create'],
      ({ cohort, lesson }) => ({
        cohort_id: cohort,
        changes: JSON.stringify([{ lesson_id: lesson, day: 9 }]),
      }),
      ({ cohort, lesson }) => [cohort, lesson],
    ),
  }
}
