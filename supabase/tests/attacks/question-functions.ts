import { type Expectation, forMembers, people } from './expectation'
import type { Victim } from './secrets'

/** The functions of questions and answers. */
export function ofQuestions(victim: Victim): Record<string, Expectation> {
  const course = victim.course.course
  return {
    lesson_questions: forMembers({ lesson_id: victim.task }, 'PT404', 'refused'),
    question: forMembers({ question_id: victim.question }, 'PT404', 'refused'),
    questions_like: forMembers({ lesson_id: victim.task, words: victim.name }, 'PT404', 'refused'),
    search_questions: forMembers({ query: victim.name }, 'empty', 'empty'),
    ask_question: forMembers({ lesson_id: victim.task, title: 'x' }, 'PT404', 'refused'),
    answer_question: forMembers({ question_id: victim.question, body: 'x' }, 'PT404', 'refused'),
    accept_answer: forMembers(
      { question_id: victim.question, answer_id: victim.answer },
      'PT404',
      'refused',
    ),
    reopen_question: forMembers({ question_id: victim.question }, 'PT404', 'refused'),
    follow_question: forMembers({ question_id: victim.question }, 'PT404', 'refused'),
    report_question: forMembers({ question_id: victim.question }, 'PT404', 'refused'),
    edit_question: forMembers({ question_id: victim.question, title: 'x' }, 'PT404', 'refused'),
    edit_answer: people({ answer_id: victim.answer, body: 'x' }),
    delete_question: people({ question_id: victim.question }),
    restore_question: people({ question_id: victim.question }),
    delete_answer: people({ answer_id: victim.answer }),
    restore_answer: people({ answer_id: victim.answer }),
    merge_questions: forMembers(
      { question_id: victim.question, into_id: victim.note },
      'PT404',
      'refused',
    ),
    settle_question_reports: people({ question_id: victim.question }),
    ban_from_questions: people({ course_id: course, user_id: victim.id }),
    question_bans: people({ course_id: course }),
    questions_to_merge: people({ question_id: victim.question }),
  }
}
