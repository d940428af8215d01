import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import { parseAnswer, parseQuestion, type QuestionInput } from './question'

/** The identity of a question or an answer that is being sent. */
export interface Sending {
  /** The operation id. The database accepts only one question or answer with it. */
  operationId: string
  /** The id of the author, if the text was queued. The database refuses it if another person is signed in. */
  user?: string
  signal?: AbortSignal
}

/**
 * Asks a question about a lesson. Repeating the call with the same operation id creates nothing more. Throws DataError:
 * `PT404` if the lesson is not open, `PT403` for banned people, `PT422` with the field as hint, `PT429` after 20
 * questions in an hour.
 */
export async function askQuestion(
  client: DataClient,
  lessonId: string,
  { title, body, audience, at_seconds, at_heading }: QuestionInput,
  { operationId, user, signal = new AbortController().signal }: Sending,
) {
  return parseQuestion(
    unwrap(
      await client
        .rpc('ask_question', {
          ...{ lesson_id: lessonId, title, body, audience },
          operation_id: operationId,
          ...(at_seconds !== null && { at_seconds }),
          ...(at_heading !== null && { at_heading }),
          ...(user !== undefined && { as_user: user }),
        })
        .abortSignal(signal),
    ),
  )
}

/**
 * Answers a question. Repeating the call with the same operation id creates nothing more. Throws DataError: `PT404`,
 * `PT403` for banned people, `PT409` if the question is closed or was merged, `PT422`, `PT429` after 60 answers in an
 * hour.
 */
export async function answerQuestion(
  client: DataClient,
  questionId: string,
  body: string,
  { operationId, user, signal = new AbortController().signal }: Sending,
) {
  return parseAnswer(
    unwrap(
      await client
        .rpc('answer_question', {
          question_id: questionId,
          body,
          operation_id: operationId,
          ...(user !== undefined && { as_user: user }),
        })
        .abortSignal(signal),
    ),
  )
}

/**
 * Accepts an answer, or, if `answerId` is null, withdraws the acceptance; for the asker and staff
 * (rules/questions#accepting). Throws DataError.
 */
export async function acceptAnswer(
  client: DataClient,
  questionId: string,
  answerId: string | null,
): Promise<void> {
  unwrap(
    await client.rpc('accept_answer', {
      question_id: questionId,
      ...(answerId !== null && { answer_id: answerId }),
    }),
  )
}

/**
 * Marks a question as waiting for an answer again, for the asker and staff (rules/questions#states). Throws DataError.
 */
export async function reopenQuestion(client: DataClient, questionId: string): Promise<void> {
  unwrap(await client.rpc('reopen_question', { question_id: questionId }))
}

/** Turns the person's notifications about answers on or off (rules/questions#following). Throws DataError. */
export async function followQuestion(
  client: DataClient,
  questionId: string,
  follows: boolean,
): Promise<void> {
  unwrap(await client.rpc('follow_question', { question_id: questionId, follows }))
}

/** Changes the person's own question. Throws DataError. */
export async function editQuestion(
  client: DataClient,
  questionId: string,
  title: string,
  body: string,
): Promise<void> {
  unwrap(await client.rpc('edit_question', { question_id: questionId, title, body }))
}

/** Changes the person's own answer. Throws DataError. */
export async function editAnswer(
  client: DataClient,
  answerId: string,
  body: string,
): Promise<void> {
  unwrap(await client.rpc('edit_answer', { answer_id: answerId, body }))
}

/** The ids of a question, or of an answer to it. */
export interface Subject {
  questionId: string
  answerId: string | null
}

/** Deletes a question or an answer: the person's own, or, for staff, any (rules/questions#own). Throws DataError. */
export async function deleteQuestionPost(client: DataClient, { questionId, answerId }: Subject) {
  unwrap(
    answerId === null
      ? await client.rpc('delete_question', { question_id: questionId })
      : await client.rpc('delete_answer', { answer_id: answerId }),
  )
}

/**
 * Restores a question or an answer that the person deleted less than ten minutes ago. Throws DataError, `42501`
 * otherwise.
 */
export async function restoreQuestionPost(client: DataClient, { questionId, answerId }: Subject) {
  unwrap(
    answerId === null
      ? await client.rpc('restore_question', { question_id: questionId })
      : await client.rpc('restore_answer', { answer_id: answerId }),
  )
}

/** Reports a question or an answer to staff (rules/questions#own). Each person can report it once. Throws DataError. */
export async function reportQuestionPost(
  client: DataClient,
  { questionId, answerId }: Subject,
  reason: string,
): Promise<void> {
  unwrap(
    await client.rpc('report_question', {
      question_id: questionId,
      ...(answerId !== null && { answer_id: answerId }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    }),
  )
}

/** Closes the open reports of a question or an answer without changing it, for staff. Throws DataError. */
export async function dismissReports(
  client: DataClient,
  { questionId, answerId }: Subject,
): Promise<void> {
  unwrap(
    await client.rpc('settle_question_reports', {
      question_id: questionId,
      ...(answerId !== null && { answer_id: answerId }),
    }),
  )
}

/** Messages about questions, from the catalogue (rules/interface#messages). */
export const questionMessages = {
  listFailed: 'Failed to load questions',
  threadFailed: 'Failed to load question',
  answersFailed: 'Failed to load more answers',
  askFailed: 'Failed to send question',
  answerFailed: 'Failed to send answer',
  editFailed: 'Failed to save changes',
  acceptFailed: 'Failed to accept answer',
  reopenFailed: 'Failed to reopen question',
  followFailed: 'Failed to change what you follow',
  deleteFailed: 'Failed to delete',
  restoreFailed: 'Failed to restore',
  reportFailed: 'Failed to report',
  dismissFailed: 'Failed to dismiss reports',
  mergeFailed: 'Failed to merge questions',
  targetsFailed: 'Failed to load questions',
  banFailed: 'Failed to ban this person',
  unbanFailed: 'Failed to lift the ban',
} as const

/** Returns a message about a failure and what people can do: the database's own sentence if it is meant for people. */
export function questionFailure(what: string, thrown: unknown): string {
  const code = thrown instanceof DataError ? thrown.code : null
  if (thrown instanceof DataError && /^PT4/.test(thrown.code)) return thrown.message
  if (code === 'NETWORK') return `${what}. Please check your connection and try again.`
  if (code === '42501') return `${what}. You no longer have permission to do this here.`
  return `${what}. Please try again.`
}
