import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LESSON_CONTENT_TYPE, QUESTION_STATE } from '../database.gen'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  boolean,
  changed,
  listOf,
  number,
  orNull,
  shape,
  string,
} from '../json'

/** Titles and snippets in the answer contain marks for `highlightParts`. */
export const parseAnswer = shape({
  courses: listOf(
    shape({ slug: string, title: string, category: orNull(string), snippet: orNull(string) }),
  ),
  categories: listOf(
    shape({
      name: string,
      title: string,
      /** The number of the person's courses in a category. */
      courses: number,
    }),
  ),
  lessons: listOf(
    shape({
      id: string,
      /** The slug of the course. `course` is its title. */
      slug: string,
      course: string,
      title: string,
      type: among(LESSON_CONTENT_TYPE),
      snippet: orNull(string),
    }),
  ),
  /** The corrected query whose results these are; null if the typed query has results itself. */
  corrected: orNull(string),
})
/** The results of a search. In each group the best one comes first. */
export type SearchAnswer = Answer<typeof parseAnswer>

/**
 * Searches the courses, categories and lessons that the person may open. The text must be `isSearchable`
 * (rules/learning#search). Fails with a DataError.
 */
export function searchQuery(client: DataClient, text: string) {
  return queryOptions({
    queryKey: searchKeys.answer(text),
    queryFn: async ({ signal }): Promise<SearchAnswer> =>
      parseAnswer(
        unwrap(await client.rpc('search', { query: text }, { get: true }).abortSignal(signal)),
      ),
  })
}

const parseFound = shape({
  id: string,
  lesson_id: string,
  /** The slug of the course. `course` and `lesson` are titles. */
  slug: string,
  course: string,
  lesson: string,
  title: string,
  snippet: orNull(string),
  state: among(QUESTION_STATE),
  answer_id: orNull(string),
  answer_accepted: boolean,
})
export const parseFoundQuestions = listOf(
  changed(parseFound, ({ answer_id: id, answer_accepted: accepted, ...question }) => ({
    ...question,
    /** The answer that contains the match; null if the question itself contains it. */
    answer: id === null ? null : { id, accepted },
  })),
)
/**
 * A question that was found. Title and snippet contain marks for `highlightParts`. The snippet is from the answer, if
 * there is one.
 */
export type FoundQuestion = Answer<typeof parseFoundQuestions>[number]

/** Searches the questions that the person may read. The text must be `isSearchable` (rules/questions#searching). */
export function searchQuestionsQuery(client: DataClient, text: string) {
  return queryOptions({
    queryKey: searchKeys.questions(text),
    queryFn: async ({ signal }): Promise<FoundQuestion[]> =>
      parseFoundQuestions(
        unwrap(
          await client.rpc('search_questions', { query: text }, { get: true }).abortSignal(signal),
        ),
      ),
  })
}

/** Query keys of the search in the top bar. */
export const searchKeys = {
  all: ['search'] as const,
  answer: (text: string) => [...searchKeys.all, text] as const,
  questions: (text: string) => [...searchKeys.all, 'questions', text] as const,
}
