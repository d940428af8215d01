import type { Person, TestDatabase } from '../database'
import { type Act, SECRET_NAME } from './act'
import { questions } from './questions'

/** Returns, for each recorded function that changes questions and answers, an action that calls it on new questions and answers. */
export function actsOnQuestions(db: TestDatabase): Record<string, () => Promise<Act>> {
  const { ask, answer } = questions(db)

  /** Adds a question that names its asker, with an answer, and an administrator. */
  async function scene() {
    const course = await db.course()
    const [admin, asker] = [
      await db.person({ role: 'ADMIN', name: SECRET_NAME }),
      await db.person({ name: SECRET_NAME }),
    ]
    await db.entitle(asker, course.id)
    const words = { title: SECRET_NAME, body: SECRET_NAME, at_heading: SECRET_NAME }
    const { id } = await ask(asker, course.text, words)
    const reply = await answer(asker, id, { body: SECRET_NAME })
    return { course, admin, asker, id, answer: reply.id }
  }

  type Scene = Awaited<ReturnType<typeof scene>>
  type Doer = (made: Scene) => Person

  const act =
    (
      doer: Doer,
      records: string[],
      args: (made: Scene) => object,
      more: {
        names?: (made: Scene) => string[]
        before?: (made: Scene) => Promise<unknown>
      } = {},
    ) =>
    async (): Promise<Act> => {
      const made = await scene()
      await more.before?.(made)
      const { names = ({ id }: Scene) => [id] } = more
      return { who: doer(made), args: { ...args(made) }, names: names(made), records }
    }

  const staff: Doer = ({ admin }) => admin
  const asker: Doer = (made) => made.asker
  const onQuestion = ({ id }: Scene) => ({ question_id: id })
  const onAnswer = (made: Scene) => ({ answer_id: made.answer })
  const namesAnswer = { names: (made: Scene) => [made.answer] }
  const report = ({ asker, id }: Scene) =>
    db.answer(asker, 'report_question', { question_id: id, reason: SECRET_NAME })

  return {
    ask_question: act(
      asker,
      ['question.ask'],
      ({ course }) => ({ lesson_id: course.text, title: SECRET_NAME, body: SECRET_NAME }),
      { names: ({ course }) => [course.text] },
    ),
    answer_question: act(asker, ['answer.write'], (made) => ({
      ...onQuestion(made),
      body: SECRET_NAME,
    })),
    accept_answer: act(
      asker,
      ['question.accept'],
      (made) => ({ ...onQuestion(made), ...onAnswer(made) }),
      { names: ({ id, answer }) => [id, answer] },
    ),
    reopen_question: act(asker, ['question.reopen'], onQuestion, {
      before: ({ admin, id }) => answer(admin, id),
    }),
    edit_question: act(asker, ['question.edit'], (made) => ({
      ...onQuestion(made),
      title: `${SECRET_NAME}?`,
    })),
    edit_answer: act(
      asker,
      ['answer.edit'],
      (made) => ({ ...onAnswer(made), body: `${SECRET_NAME}!` }),
      namesAnswer,
    ),
    delete_question: act(staff, ['question.delete'], onQuestion),
    restore_question: act(staff, ['question.restore'], onQuestion, {
      before: ({ admin, id }) => db.answer(admin, 'delete_question', { question_id: id }),
    }),
    delete_answer: act(staff, ['answer.delete'], onAnswer, namesAnswer),
    restore_answer: act(staff, ['answer.restore'], onAnswer, {
      ...namesAnswer,
      before: (made) => db.answer(made.admin, 'delete_answer', onAnswer(made)),
    }),
    merge_questions: async () => {
      const made = await scene()
      const other = await ask(made.asker, made.course.text, { title: SECRET_NAME })
      return {
        who: made.admin,
        args: { question_id: made.id, into_id: other.id },
        names: [made.id, other.id],
        records: ['question.merge'],
      }
    },
    settle_question_reports: act(staff, ['question.settle'], onQuestion, { before: report }),
    ban_from_questions: act(
      staff,
      ['question.ban'],
      ({ course, asker }) => ({ course_id: course.id, user_id: asker.id }),
      { names: ({ course, asker }) => [course.id, asker.id] },
    ),
  }
}
