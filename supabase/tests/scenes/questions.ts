import { randomUUID } from 'node:crypto'
import type { Outcome, Person, TestDatabase } from '../database'
import { cohorts } from './cohorts'

/** A question as `question_view()` returns it. */
interface Question {
  id: string
  lesson_id: string
  title: string
  author: string | null
  state: string
  answers: number
  accepted: string | null
  gone: boolean
  following: boolean
}

interface Answer {
  id: string
  question_id: string
  body: string
  author: string | null
  staff: boolean
  accepted: boolean
}

/** What `question()` returns. */
interface Thread {
  question: Question
  accepted: Answer | null
  answers: Answer[]
  next: string | null
  merged_into?: string
}

/** Returns functions that ask and answer, and that let time pass. */
export function questions(db: TestDatabase) {
  const { cohort, join } = cohorts(db)

  /** Adds a course with two learners in a cohort, its coach, a learner of another cohort, and an administrator. */
  async function classroom() {
    const course = await db.course()
    const person = (name: string, role?: 'ADMIN' | 'MODERATOR') =>
      db.person({ name, ...(role && { role }) })
    const [mia, ben, zoe] = [await person('Mia Wu'), await person('Ben Ode'), await person('Zoe')]
    const [coach, admin] = [await person('Cora', 'MODERATOR'), await person('Ada', 'ADMIN')]
    const autumn = await cohort({ courses: [course], staff: [coach] })
    const spring = await cohort({ courses: [course] })
    await join(autumn, mia)
    await join(autumn, ben)
    await join(spring, zoe)
    return { course, lesson: course.text, autumn, spring, mia, ben, zoe, coach, admin }
  }

  const tryAsk = (who: Person, lesson: string, more: object = {}): Promise<Outcome> =>
    db.call(who, 'ask_question', { lesson_id: lesson, title: 'Why is tea hot?', ...more })

  /** Asks a question. Throws if it is refused. */
  const ask = async (who: Person, lesson: string, more: object = {}) =>
    (await db.answer(who, 'ask_question', {
      lesson_id: lesson,
      title: 'Why is tea hot?',
      ...more,
    })) as Question

  const tryAnswer = (who: Person, question: string, more: object = {}): Promise<Outcome> =>
    db.call(who, 'answer_question', { question_id: question, body: 'Because of fire.', ...more })

  const answer = async (who: Person, question: string, more: object = {}) =>
    (await db.answer(who, 'answer_question', {
      question_id: question,
      body: 'Because of fire.',
      ...more,
    })) as Answer

  const read = async (who: Person, question: string, after?: string) =>
    (await db.answer(who, 'question', {
      question_id: question,
      ...(after && { after }),
    })) as Thread

  /** Returns whether a person may read a question. */
  const reads = async (who: Person, question: string) =>
    (await db.call(who, 'question', { question_id: question })).code === undefined

  const listed = async (who: Person, lesson: string) =>
    (
      (await db.answer(who, 'lesson_questions', { lesson_id: lesson })) as {
        questions: Question[]
      }
    ).questions

  /** Makes everything of a question this much older; `age` is a SQL interval. */
  async function age(question: string, age: string): Promise<void> {
    await db.owner(
      `update public.questions set created_at = created_at - $2::interval, waiting_since = waiting_since - $2::interval,
         closes_at = closes_at - $2::interval, reopened_at = reopened_at - $2::interval where id = $1`,
      [question, age],
    )
    await db.owner(
      'update public.answers set created_at = created_at - $2::interval where question_id = $1',
      [question, age],
    )
  }

  async function insert(table: string, row: object): Promise<string> {
    const names = Object.keys(row)
    const [made] = await db.owner(
      `insert into public.${table} (${names}) values (${names.map((_, i) => `$${i + 1}`)}) returning id`,
      Object.values(row),
    )
    return String(made?.id)
  }

  /** Adds a question as the owner of the database, without the checks of `ask_question()`. */
  const insertQuestion = (lesson: string, author: Person, more: object = {}) =>
    insert('questions', {
      ...{ id: randomUUID(), lesson_id: lesson, author_id: author.id, title: 'Why?' },
      ...more,
    })

  const insertAnswer = (question: string, author: Person, more: object = {}) =>
    insert('answers', { question_id: question, author_id: author.id, body: 'So.', ...more })

  const told = (who: Person) =>
    db.owner(
      'select title, action_url, answer_id from public.notifications where recipient_id = $1 and answer_id is not null order by created_at',
      [who.id],
    )

  return {
    ...{ classroom, ask, tryAsk, answer, tryAnswer, read, reads, listed, age, told },
    ...{ insertQuestion, insertAnswer },
  }
}
