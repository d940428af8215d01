import { type Enums, QUESTION_AUDIENCE, QUESTION_STATE } from '../database.gen'
import {
  type Answer as AnswerOf,
  among,
  boolean,
  both,
  changed,
  listOf,
  number,
  or,
  orNull,
  type Schema,
  shape,
  string,
} from '../json'

export type Audience = Enums<'question_audience'>

/** The limits of the database, in characters. */
export const QUESTION_LIMITS = { title: 200, body: 10_000, reason: 1_000 } as const

/** The audiences of a question, from the largest to the smallest. */
export const AUDIENCES: readonly Audience[] = QUESTION_AUDIENCE

const parseAuthored = shape({
  id: string,
  /** ISO date. */
  created_at: string,
  body: string,
  /** The name of the author; null if there is none or the account was deleted. */
  author: orNull(string),
  /** Whether the author's account was deleted. */
  former: boolean,
  mine: boolean,
  edited: boolean,
  /** Whether the person has reported it. */
  reported: boolean,
  /** The id of the author, only for moderators; null for a deleted account. */
  author_id: orNull(string),
  /** The reasons of open reports, only for moderators. An empty text stands for a report without a reason. */
  reasons: or(listOf(string), []),
})
/** The fields that questions and answers share. */
type Written = AnswerOf<typeof parseAuthored>

const parseGoneQuestion = changed(
  shape({ id: string, lesson_id: string, answers: number, created_at: string }),
  (question) => ({ gone: true as const, ...question }),
)
/** A question that was deleted and stays because it has answers. */
export type GoneQuestion = AnswerOf<typeof parseGoneQuestion>

const parseAuthoredQuestion = both(
  parseAuthored,
  shape({
    lesson_id: string,
    title: string,
    /** Whether the text is shortened. The page of the question contains all of it. */
    cut: boolean,
    at_seconds: orNull(number),
    at_heading: orNull(string),
    audience: among(AUDIENCES),
    state: among(QUESTION_STATE),
    /** The number of answers. */
    answers: number,
    /** The id of the accepted answer. */
    accepted: orNull(string),
    following: boolean,
    /** Whether the person may moderate the question. */
    moderates: boolean,
  }),
)
const parsePresentQuestion = changed(parseAuthoredQuestion, (question) => ({
  gone: false as const,
  ...question,
}))
/** A question under a lesson (rules/questions#asking). */
export type Question = AnswerOf<typeof parsePresentQuestion>

/** The values of the form for a question. */
export type QuestionInput = Pick<
  Question,
  'title' | 'body' | 'audience' | 'at_seconds' | 'at_heading'
>

export type AnyQuestion = Question | GoneQuestion

const parsePresence = shape({ gone: boolean })
export const parseQuestion: Schema<AnyQuestion> = (row) =>
  parsePresence(row).gone ? parseGoneQuestion(row) : parsePresentQuestion(row)

export const parseAnswer = both(
  parseAuthored,
  shape({
    question_id: string,
    /** Whether the author is one of the staff who answer this question. */
    staff: boolean,
    accepted: boolean,
  }),
)
export type Answer = AnswerOf<typeof parseAnswer>

/** Returns the name to show for an author, also without a name or an account. */
export function askerName({ author, former }: Pick<Written, 'author' | 'former'>): string {
  return former ? 'Former member' : author?.trim() || 'Unnamed User'
}

/** Returns the label of an audience. `cohort` is the title of the person's cohort. */
export function audienceLabel(audience: Audience, cohort: string | null): string {
  switch (audience) {
    case 'EVERYONE':
      return 'Everyone in the course'
    case 'STAFF':
      return 'Staff only'
    case 'COHORT':
      return cohort === null ? 'A cohort' : `My cohort, ${cohort}`
  }
}

export const STATE_LABELS: Readonly<Record<Question['state'], string>> = {
  OPEN: 'Open',
  ANSWERED: 'Answered',
  CLOSED: 'Closed',
}
