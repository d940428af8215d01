import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { questionPath } from '../course-viewing/paths'
import { unwrap } from '../errors'
import { type Answer, boolean, both, changed, listOf, number, orNull, shape, string } from '../json'
import { parseFoundQuestion, questionKeys } from './question-queries'

export const parseMergeTargets = listOf(
  both(
    parseFoundQuestion,
    shape({
      author: orNull(string),
      former: boolean,
      /** ISO date. */
      created_at: string,
    }),
  ),
)
/** A question into which another one can be merged. */
export type MergeTarget = Answer<typeof parseMergeTargets>[number]

/**
 * Reads questions of the same lesson into which a question can be merged: those that contain the words, or, without
 * words, the most similar ones (rules/questions#merging). Fails with a DataError, `42501`.
 */
export function mergeTargetsQuery(client: DataClient, questionId: string, words: string) {
  return queryOptions({
    queryKey: [...questionKeys.all, 'merge', questionId, words] as const,
    queryFn: async ({ signal }): Promise<MergeTarget[]> =>
      parseMergeTargets(
        unwrap(
          await client
            .rpc('questions_to_merge', { question_id: questionId, words }, { get: true })
            .abortSignal(signal),
        ),
      ),
  })
}

/**
 * Merges a question into another one of the same lesson, for staff (rules/questions#merging). Throws DataError:
 * `42501`, `PT404`, `PT409` if one of them was merged meanwhile, `PT422` if the two have different readers.
 */
export async function mergeQuestions(
  client: DataClient,
  questionId: string,
  intoId: string,
): Promise<void> {
  unwrap(await client.rpc('merge_questions', { question_id: questionId, into_id: intoId }))
}

/** A person, a course, and whether the person is banned from the questions of the course. */
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

const parseBan = shape({
  user_id: string,
  name: orNull(string),
  /** ISO date. */
  banned_at: string,
  /** The name of the person who set the ban; null if there is none or the account was deleted. */
  by: orNull(string),
})
export const parseQuestionBans = listOf(
  changed(parseBan, ({ user_id: id, ...ban }) => ({ id, ...ban })),
)
/** A person who is banned from the questions of a course. */
export type QuestionBan = Answer<typeof parseQuestionBans>[number]

/**
 * Reads the people who are banned from the questions of a course and whose ban the caller may lift, the latest ban
 * first. Throws DataError, `42501`.
 */
export async function readQuestionBans(
  client: Pick<DataClient, 'rpc'>,
  { courseId }: { courseId: string },
  signal: AbortSignal,
): Promise<QuestionBan[]> {
  const call = client.rpc('question_bans', { course_id: courseId }, { get: true })
  return parseQuestionBans(unwrap(await call.abortSignal(signal)))
}

const parseWaiting = shape({
  id: string,
  title: string,
  lesson: string,
  slug: string,
  lesson_id: string,
  author: orNull(shape({ id: string, name: string })),
  /** ISO date. */
  waiting_since: string,
  answers: number,
})
export const parseCohortQuestions = listOf(
  changed(parseWaiting, ({ slug, lesson_id, ...question }) => ({
    ...question,
    /** The path in the portal where the question can be answered. */
    path: questionPath(slug, lesson_id, question.id),
  })),
)
/** A question of a cohort that waits for an answer. */
export type WaitingQuestion = Answer<typeof parseCohortQuestions>[number]

/**
 * Reads the questions of a cohort that wait for an answer, the longest waiting first (rules/questions#of-a-cohort).
 * Throws DataError, `42501`.
 */
export async function readCohortQuestions(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<WaitingQuestion[]> {
  const call = client.rpc('cohort_questions', { cohort_id: id }, { get: true })
  return parseCohortQuestions(unwrap(await call.abortSignal(signal)))
}
