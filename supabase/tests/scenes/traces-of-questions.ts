import type { Person, TestDatabase } from '../database'
import { questions } from './questions'

/** Returns a function that stores what a person asked, answered, reported and moderated, all with a text that names them. */
export function tracesOfQuestions(db: TestDatabase) {
  const { insertQuestion, insertAnswer } = questions(db)

  async function questionsOfThem(person: Person, other: Person, says: string): Promise<void> {
    const course = await db.course()
    const own = await insertQuestion(course.text, person, {
      ...{ title: says, body: says, at_heading: says },
    })
    await db.owner('insert into private.question_acts (user_id) values ($1)', [person.id])
    const theirs = await insertQuestion(course.text, other)
    const [answer, reply] = [
      await insertAnswer(theirs, person, { body: says }),
      await insertAnswer(own, other),
    ]
    await db.owner('update public.questions set answer_id = $2 where id = $1', [theirs, answer])
    await db.owner(
      'update public.answers set deleted_at = now(), deleted_by_id = $2 where id = $1',
      [reply, person.id],
    )
    const removed = await insertQuestion(course.text, other)
    await db.owner(
      'update public.questions set deleted_at = now(), deleted_by_id = $2 where id = $1',
      [removed, person.id],
    )
    for (const question of [own, theirs]) {
      await db.owner('insert into public.question_follows (question_id, user_id) values ($1, $2)', [
        question,
        person.id,
      ])
    }
    for (const [column, subject, reporter] of [
      ['question_id', own, other.id],
      ['question_id', theirs, person.id],
      ['answer_id', answer, other.id],
    ]) {
      await db.owner(
        `insert into private.question_reports (${column}, reporter_id, reason) values ($1, $2, $3)`,
        [subject, reporter, says],
      )
    }
    await db.owner(
      `insert into private.question_reports (answer_id, reporter_id, reason, resolved_at, resolved_by_id) values ($1, $2, 'x', now(), $3)`,
      [reply, other.id, person.id],
    )
    for (const [banned, by] of [
      [person.id, other.id],
      [other.id, person.id],
    ]) {
      await db.owner(
        'insert into private.question_bans (course_id, user_id, banned_by_id) values ($1, $2, $3)',
        [course.id, banned, by],
      )
    }
    await db.owner(
      `insert into public.notifications (title, message, recipient_id, answer_id) values ('Answered', 'Tea', $1, $2)`,
      [other.id, answer],
    )
  }

  return questionsOfThem
}
