import { type AnyChange, ofKind, type Queued } from '../outbox/kind'
import type { QuestionInput } from './question'

/** A question in the outbox (rules/questions#offline). */
export interface QuestionChange extends AnyChange {
  kind: 'question'
  /** Stored in browsers under this name: renaming it would lose questions that wait there. */
  words: QuestionInput
  /** The database accepts one question with this id. */
  operationId: string
}

/** An answer in the outbox (rules/questions#offline). */
export interface AnswerChange extends AnyChange {
  kind: 'answer'
  questionId: string
  body: string
  /** The operation id. The database accepts only one answer with it. */
  operationId: string
}

export type PostChange = QuestionChange | AnswerChange

/** Returns the questions about a lesson that are in the outbox, without repetitions. */
export function queuedQuestions(
  queued: readonly Queued[],
  lessonId: string,
): Queued<QuestionChange>[] {
  return onceEach(
    ofKind<QuestionChange>(queued, 'question').filter(({ change }) => change.lessonId === lessonId),
  )
}

/** Returns the answers to a question that are in the outbox, without repetitions. */
export function queuedAnswers(
  queued: readonly Queued[],
  questionId: string,
): Queued<AnswerChange>[] {
  return onceEach(
    ofKind<AnswerChange>(queued, 'answer').filter(({ change }) => change.questionId === questionId),
  )
}

/** Removes repeated entries. Two tabs can queue the same draft, which the server accepts only once. */
function onceEach<C extends PostChange>(entries: Queued<C>[]): Queued<C>[] {
  return [...new Map(entries.map((entry) => [entry.change.operationId, entry])).values()]
}
