import { type Enums, type Json, QUESTION_AUDIENCE, QUESTION_STATE } from '../database.gen'
import {
  boolean,
  type JsonObject,
  list,
  number,
  numberOrNull,
  object,
  oneOf,
  string,
  stringOrNull,
} from '../json'

export type Audience = Enums<'question_audience'>

/** The limits of the database, in characters. */
export const QUESTION_LIMITS = { title: 200, body: 10_000, reason: 1_000 } as const

/** The audiences of a question, the widest first. */
export const AUDIENCES: readonly Audience[] = QUESTION_AUDIENCE

/** The fields that questions and answers share. */
interface Written {
  id: string
  /** ISO date. */
  created_at: string
  body: string
  /** The author's name; null if they have none, or if their account was deleted. */
  author: string | null
  /** Whether the author's account was deleted. */
  former: boolean
  mine: boolean
  edited: boolean
  /** Whether the reader has reported it. */
  reported: boolean
  /** The author's id, only for moderators; null for a deleted account. */
  author_id: string | null
  /** The reasons of open reports, only for moderators; an empty text if the reporter gave none. */
  reasons: string[]
}

/** A question under a lesson (rules/questions#asking). */
export interface Question extends Written {
  gone: false
  lesson_id: string
  title: string
  /** Whether the text is shortened; the page of the question has all of it. */
  cut: boolean
  at_seconds: number | null
  at_heading: string | null
  audience: Audience
  state: Enums<'question_state'>
  /** The number of answers. */
  answers: number
  /** The id of the accepted answer. */
  accepted: string | null
  following: boolean
  /** Whether the reader moderates it. */
  moderates: boolean
}

/** What a person types and chooses for a question. */
export type QuestionWords = Pick<
  Question,
  'title' | 'body' | 'audience' | 'at_seconds' | 'at_heading'
>

/** A deleted question, which stays because it has answers. */
export interface GoneQuestion {
  gone: true
  id: string
  lesson_id: string
  answers: number
  created_at: string
}

export type AnyQuestion = Question | GoneQuestion

export interface Answer extends Written {
  question_id: string
  /** Whether the author belongs to the staff who answer this question. */
  staff: boolean
  accepted: boolean
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseQuestion(json: Json | undefined): AnyQuestion {
  const row = object(json)
  const known = {
    id: string(row.id),
    lesson_id: string(row.lesson_id),
    answers: number(row.answers),
    created_at: string(row.created_at),
  }
  if (boolean(row.gone)) return { ...known, gone: true }
  return {
    ...known,
    ...parseWritten(row),
    gone: false,
    title: string(row.title),
    cut: boolean(row.cut),
    at_seconds: numberOrNull(row.at_seconds),
    at_heading: stringOrNull(row.at_heading),
    audience: oneOf(AUDIENCES, row.audience),
    state: oneOf(QUESTION_STATE, row.state),
    accepted: stringOrNull(row.accepted),
    following: boolean(row.following),
    moderates: boolean(row.moderates),
  }
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseAnswer(json: Json | undefined): Answer {
  const row = object(json)
  return {
    ...parseWritten(row),
    question_id: string(row.question_id),
    staff: boolean(row.staff),
    accepted: boolean(row.accepted),
  }
}

function parseWritten(row: JsonObject): Written {
  return {
    id: string(row.id),
    created_at: string(row.created_at),
    body: string(row.body),
    author: stringOrNull(row.author),
    former: boolean(row.former),
    mine: boolean(row.mine),
    edited: boolean(row.edited),
    reported: boolean(row.reported),
    author_id: stringOrNull(row.author_id),
    reasons: row.reasons === undefined ? [] : list(row.reasons).map(string),
  }
}

/** Returns the author's name, or a label for authors without a name or an account. */
export function askerName({ author, former }: Pick<Written, 'author' | 'former'>): string {
  return former ? 'Former member' : author?.trim() || 'Unnamed User'
}

/** Returns the label of an audience. Takes the title of the reader's cohort. */
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
