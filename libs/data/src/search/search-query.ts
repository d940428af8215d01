import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type Enums, type Json, LESSON_CONTENT_TYPE, QUESTION_STATE } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'

/** Titles and snippets are texts for `highlightParts`. */
interface FoundCourse {
  slug: string
  title: string
  category: string | null
  snippet: string | null
}

interface FoundCategory {
  name: string
  title: string
  /** The number of courses of the person's library in it. */
  courses: number
}

interface FoundLesson {
  id: string
  /** The slug of the course; `course` is its title. */
  slug: string
  course: string
  title: string
  type: Enums<'lesson_content_type'>
  snippet: string | null
}

/** The results, best first in each group. */
export interface SearchAnswer {
  courses: FoundCourse[]
  categories: FoundCategory[]
  lessons: FoundLesson[]
  /** The corrected text that was searched, if the typed one has no results. */
  corrected: string | null
}

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

/** A question that the person may read. Title and snippet are texts for `highlightParts`; the snippet is of `answer`, if there is one. */
export interface FoundQuestion {
  id: string
  lesson_id: string
  /** The slug of the course; `course` and `lesson` are titles. */
  slug: string
  course: string
  lesson: string
  title: string
  snippet: string | null
  state: Enums<'question_state'>
  /** The answer in which it was found; null: it was found in the question itself. */
  answer: { id: string; accepted: boolean } | null
}

/** Questions that the person may read, for a text that `isSearchable` (rules/questions#searching). */
export function searchQuestionsQuery(client: DataClient, text: string) {
  return queryOptions({
    queryKey: searchKeys.questions(text),
    queryFn: async ({ signal }): Promise<FoundQuestion[]> =>
      list(
        unwrap(
          await client.rpc('search_questions', { query: text }, { get: true }).abortSignal(signal),
        ),
      ).map((item) => {
        const row = object(item)
        const answerId = stringOrNull(row.answer_id)
        return {
          id: string(row.id),
          lesson_id: string(row.lesson_id),
          slug: string(row.slug),
          course: string(row.course),
          lesson: string(row.lesson),
          title: string(row.title),
          snippet: stringOrNull(row.snippet),
          state: oneOf(QUESTION_STATE, row.state),
          answer:
            answerId === null ? null : { id: answerId, accepted: boolean(row.answer_accepted) },
        }
      }),
  })
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseAnswer(json: Json): SearchAnswer {
  const answer = object(json)
  return {
    courses: list(answer.courses).map((item) => {
      const row = object(item)
      return {
        slug: string(row.slug),
        title: string(row.title),
        category: stringOrNull(row.category),
        snippet: stringOrNull(row.snippet),
      }
    }),
    categories: list(answer.categories).map((item) => {
      const row = object(item)
      return { name: string(row.name), title: string(row.title), courses: number(row.courses) }
    }),
    lessons: list(answer.lessons).map((item) => {
      const row = object(item)
      return {
        id: string(row.id),
        slug: string(row.slug),
        course: string(row.course),
        title: string(row.title),
        type: oneOf(LESSON_CONTENT_TYPE, row.type),
        snippet: stringOrNull(row.snippet),
      }
    }),
    corrected: stringOrNull(answer.corrected),
  }
}

/** The query keys of the search in the top bar. */
export const searchKeys = {
  all: ['search'] as const,
  answer: (text: string) => [...searchKeys.all, text] as const,
  questions: (text: string) => [...searchKeys.all, 'questions', text] as const,
}
