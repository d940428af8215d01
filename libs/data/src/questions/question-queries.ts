import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { QUESTION_STATE } from '../database.gen'
import { unwrap } from '../errors'
import {
  type Answer as AnswerOf,
  among,
  boolean,
  both,
  listOf,
  number,
  object,
  orNull,
  recordOf,
  type Schema,
  shape,
  string,
} from '../json'
import { type Answer, type AnyQuestion, parseAnswer, parseQuestion } from './question'

/** Query keys of questions. Every change of a question must invalidate `all`. */
export const questionKeys = {
  all: ['questions'] as const,
  ofLesson: (lessonId: string) => [...questionKeys.all, 'lesson', lessonId] as const,
  thread: (questionId: string) => [...questionKeys.all, 'thread', questionId] as const,
  like: (lessonId: string, words: string) =>
    [...questionKeys.all, 'like', lessonId, words] as const,
}

export const parseLessonQuestions = shape({
  can_ask: boolean,
  /** Whether the person is banned from the questions of the course. */
  banned: boolean,
  /** The title of the person's cohort if it can be the audience of a question. */
  cohort: orNull(string),
  questions: listOf(parseQuestion),
  /** The cursor of the next page; null on the last page. */
  next: orNull(string),
})
/** The questions of a lesson that the person may read, the newest first. */
export type LessonQuestions = AnswerOf<typeof parseLessonQuestions>

/** Reads the questions of a lesson page by page. Fails with a DataError; `PT404` if the lesson is not open. */
export function lessonQuestionsQuery(client: DataClient, lessonId: string) {
  return infiniteQueryOptions({
    queryKey: questionKeys.ofLesson(lessonId),
    queryFn: async ({ pageParam, signal }) =>
      parseLessonQuestions(
        unwrap(
          await client
            .rpc(
              'lesson_questions',
              { lesson_id: lessonId, ...(pageParam !== null && { before: pageParam }) },
              { get: true },
            )
            .abortSignal(signal),
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: LessonQuestions) => last.next,
    select: wholeList,
  })
}

/** Merges the pages of a list without repeating a question. */
export function wholeList({ pages }: Pick<InfiniteData<LessonQuestions>, 'pages'>) {
  const seen = new Map<string, AnyQuestion>()
  for (const { questions } of pages) {
    for (const question of questions) if (!seen.has(question.id)) seen.set(question.id, question)
  }
  const [first] = pages
  return first && { ...first, questions: [...seen.values()], next: pages.at(-1)?.next ?? null }
}

const parseModeration = shape({
  course_id: string,
  /** The ids of the authors whom the person may ban from the questions of the course, with whether each is banned. */
  writers: recordOf(boolean),
})
/** What the person may do as a moderator with the authors of a question and its answers. */
export type Moderation = AnswerOf<typeof parseModeration>

const parseWholeThread = shape({
  question: parseQuestion,
  accepted: orNull(parseAnswer),
  answers: listOf(parseAnswer),
  /** The cursor of the next page of answers; null on the last page. */
  next: orNull(string),
  /** Null for people who may not moderate the question. */
  moderation: orNull(parseModeration),
})
/** A question with its answers, the oldest first. */
export type Thread = AnswerOf<typeof parseWholeThread>

const parseMerged = shape({ merged_into: string })
/** The answer for a merged question: the id of the question that now contains its answers. */
export type Merged = AnswerOf<typeof parseMerged>

export const parseThread: Schema<Thread | Merged> = (row) =>
  object(row).merged_into ? parseMerged(row) : parseWholeThread(row)

/** Reads a question with its answers page by page. Fails with a DataError; `PT404` if the person may not read it. */
export function threadQuery(client: DataClient, questionId: string) {
  return infiniteQueryOptions({
    queryKey: questionKeys.thread(questionId),
    queryFn: ({ pageParam, signal }) =>
      readThread(client, { id: questionId, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Thread | Merged) => ('next' in last ? last.next : null),
    select: wholeThread,
  })
}

/**
 * Reads a page of answers, which begins after a given answer. Throws DataError; `PT404` if the person may not read it.
 */
export async function readThread(
  client: Pick<DataClient, 'rpc'>,
  { id, after }: { id: string; after: string | null },
  signal: AbortSignal,
): Promise<Thread | Merged> {
  const args = { question_id: id, ...(after !== null && { after }) }
  return parseThread(unwrap(await client.rpc('question', args, { get: true }).abortSignal(signal)))
}

/** Merges the pages of a thread without repeating an answer. */
export function wholeThread({
  pages,
}: Pick<InfiniteData<Thread | Merged>, 'pages'>): Thread | Merged | undefined {
  const last = pages.at(-1)
  if (!last || 'merged_into' in last) return last
  const seen = new Map<string, Answer>()
  let writers: Moderation['writers'] = {}
  for (const page of pages) {
    if (!('answers' in page)) continue
    for (const answer of page.answers) seen.set(answer.id, answer)
    writers = { ...writers, ...page.moderation?.writers }
  }
  const moderation = last.moderation && { ...last.moderation, writers }
  return { ...last, answers: [...seen.values()], moderation }
}

export const parseFoundQuestion = shape({
  id: string,
  title: string,
  answers: number,
  state: among(QUESTION_STATE),
  accepted: boolean,
})
/** A question in the results of a search. */
export type FoundQuestion = AnswerOf<typeof parseFoundQuestion>

export const parseLikeQuestions = listOf(
  both(parseFoundQuestion, shape({ lesson_id: string, lesson: string })),
)
/** A question that has words in common with another question. */
export type LikeQuestion = AnswerOf<typeof parseLikeQuestions>[number]

/**
 * Reads questions of the course that resemble the one that the person is typing (rules/questions#asking). Fails with a
 * DataError.
 */
export function likeQuery(client: DataClient, lessonId: string, words: string) {
  return queryOptions({
    queryKey: questionKeys.like(lessonId, words),
    enabled: words.length >= 3,
    queryFn: async ({ signal }): Promise<LikeQuestion[]> =>
      parseLikeQuestions(
        unwrap(
          await client
            .rpc('questions_like', { lesson_id: lessonId, words }, { get: true })
            .abortSignal(signal),
        ),
      ),
    staleTime: 60_000,
    // A failure is not repeated, because the form works without these questions.
    retry: false,
  })
}
