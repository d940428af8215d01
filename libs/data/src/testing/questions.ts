import type { Answer, Question } from '../questions/question'

const written = {
  created_at: '2026-11-27T10:00:00+00:00',
  author: 'Mia Wu',
  former: false,
  mine: false,
  edited: false,
  reported: false,
  author_id: null,
  reasons: [],
}

/** An open question of somebody else, without answers. */
export function aQuestion(change: Partial<Question> = {}): Question {
  return {
    ...written,
    id: 'q1',
    gone: false,
    lesson_id: 'l1',
    title: 'Why is tea hot?',
    body: 'It burns.',
    cut: false,
    at_seconds: null,
    at_heading: null,
    audience: 'EVERYONE',
    state: 'OPEN',
    answers: 0,
    accepted: null,
    following: false,
    moderates: false,
    ...change,
  }
}

/** An answer of a learner that is not accepted. */
export function anAnswer(change: Partial<Answer> = {}): Answer {
  return {
    ...written,
    id: 'a1',
    question_id: 'q1',
    author: 'Ben Ode',
    body: 'Because of fire.',
    staff: false,
    accepted: false,
    ...change,
  }
}

/** What the server answers for a question with its answers. */
export function aThread(question: object, answers: object[] = [], accepted: object | null = null) {
  return {
    ...{ lesson: 'Lesson a', slug: 'git', course: 'Git from Zero', question, answers, accepted },
    next: null,
  }
}
