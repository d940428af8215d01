import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { questionPath } from '../course-viewing/paths'
import { unwrap } from '../errors'
import { boolean, list, number, object, string, stringOrNull } from '../json'
import { type FoundQuestion, parseFoundQuestion, questionKeys } from './question-queries'

/** A question into which another one can be merged. */
export interface MergeTarget extends FoundQuestion {
  author: string | null
  former: boolean
  /** ISO date. */
  created_at: string
}

/**
 * Finds questions of the same lesson into which a question can be merged: those with the words, or without words those
 * that are most like it (rules/questions#merging). Fails with a DataError, `42501`.
 */
export function mergeTargetsQuery(client: DataClient, questionId: string, words: string) {
  return queryOptions({
    queryKey: [...questionKeys.all, 'merge', questionId, words] as const,
    queryFn: async ({ signal }): Promise<MergeTarget[]> =>
      list(
        unwrap(
          await client
            .rpc('questions_to_merge', { question_id: questionId, words }, { get: true })
            .abortSignal(signal),
        ),
      ).map((item) => {
        const row = object(item)
        return {
          ...parseFoundQuestion(row),
          author: stringOrNull(row.author),
          former: boolean(row.former),
          created_at: string(row.created_at),
        }
      }),
  })
}

/**
 * Merges a question into another one of its lesson; for staff (rules/questions#merging). Throws DataError: `42501`,
 * `PT404`, `PT409` if one of them was merged meanwhile, `PT422` if other people read the other one.
 */
export async function mergeQuestions(
  client: DataClient,
  questionId: string,
  intoId: string,
): Promise<void> {
  unwrap(await client.rpc('merge_questions', { question_id: questionId, into_id: intoId }))
}

/** A person and the course from whose questions they are banned, or not any more. */
export interface BanChange {
  courseId: string
  userId: string
  banned: boolean
}

/** Bans a person from the questions of a course, or lifts the ban (rules/questions#banned). Throws DataError, `42501`. */
export async function banFromQuestions(
  client: Pick<DataClient, 'rpc'>,
  { courseId, userId, banned }: BanChange,
): Promise<void> {
  unwrap(await client.rpc('ban_from_questions', { course_id: courseId, user_id: userId, banned }))
}

/** A person who is banned from the questions of a course. */
export interface QuestionBan {
  id: string
  name: string | null
  /** ISO date. */
  banned_at: string
  /** The name of who banned them; null if they have none, or if their account was deleted. */
  by: string | null
}

/** Returns the banned people of a course whose ban the person can lift, the latest first. Throws DataError, `42501`. */
export async function readQuestionBans(
  client: Pick<DataClient, 'rpc'>,
  { courseId }: { courseId: string },
  signal: AbortSignal,
): Promise<QuestionBan[]> {
  const call = client.rpc('question_bans', { course_id: courseId }, { get: true })
  return list(unwrap(await call.abortSignal(signal))).map((item) => {
    const row = object(item)
    return {
      id: string(row.user_id),
      name: stringOrNull(row.name),
      banned_at: string(row.banned_at),
      by: stringOrNull(row.by),
    }
  })
}

/** A question of a cohort that waits for an answer. */
export interface WaitingQuestion {
  id: string
  title: string
  lesson: string
  /** Where it is answered, in the portal. */
  path: string
  author: { id: string; name: string } | null
  /** ISO date. */
  waiting_since: string
  answers: number
}

/** Returns the questions of a cohort that wait, the longest first (rules/questions#of-a-cohort). Throws DataError, `42501`. */
export async function readCohortQuestions(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<WaitingQuestion[]> {
  const call = client.rpc('cohort_questions', { cohort_id: id }, { get: true })
  return list(unwrap(await call.abortSignal(signal))).map((item) => {
    const row = object(item)
    const author = row.author == null ? null : object(row.author)
    const question = string(row.id)
    return {
      id: question,
      title: string(row.title),
      lesson: string(row.lesson),
      path: questionPath(string(row.slug), string(row.lesson_id), question),
      author: author && { id: string(author.id), name: string(author.name) },
      waiting_since: string(row.waiting_since),
      answers: number(row.answers),
    }
  })
}
