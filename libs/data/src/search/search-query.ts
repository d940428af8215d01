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

/** Titles and snippets are texts for `highlightParts`. */
export const parseAnswer = shape({
  courses: listOf(
    shape({ slug: string, title: string, category: orNull(string), snippet: orNull(string) }),
  ),
  categories: listOf(
    shape({
      name: string,
      title: string,
      /** The number of courses of the person's library in it. */
      courses: number,
    }),
  ),
  lessons: listOf(
    shape({
      id: string,
      /** The slug of the course; `course` is its title. */
      slug: string,
      course: string,
      title: string,
      type: among(LESSON_CONTENT_TYPE),
      snippet: orNull(string),
    }),
  ),
  /** The corrected text that was searched, if the typed one has no results. */
  corrected: orNull(string),
})
/** The results, best first in each group. */
export type SearchAnswer = Answer<typeof parseAnswer>

/**
 * Courses, categories and lessons that the person may open, for a text that `isSearchable` (rules/learning#search).
 * Fails with a DataError.
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
  /** The slug of the course; `course` and `lesson` are titles. */
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
    /** The answer in which it was found; null: it was found in the question itself. */
    answer: id === null ? null : { id, accepted },
  })),
)
/** A question that the person may read. Title and snippet are texts for `highlightParts`; the snippet is of `answer`, if there is one. */
export type FoundQuestion = Answer<typeof parseFoundQuestions>[number]

/** Questions that the person may read, for a text that `isSearchable` (rules/questions#searching). */
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

/** The query keys of the search in the top bar. */
export const searchKeys = {
  all: ['search'] as const,
  answer: (text: string) => [...searchKeys.all, text] as const,
  questions: (text: string) => [...searchKeys.all, 'questions', text] as const,
}
