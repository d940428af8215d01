import type { AnswerChange, QuestionChange, Queued } from './outbox'

/** Returns the questions about a lesson that wait in this browser, each once. */
export function queuedQuestions(
  queued: readonly Queued[],
  lessonId: string,
): Queued<QuestionChange>[] {
  const ofLesson = queued.flatMap(({ change, ...entry }) =>
    change.kind === 'question' && change.lessonId === lessonId ? [{ ...entry, change }] : [],
  )
  return onceEach(ofLesson)
}

/** Returns the answers to a question that wait in this browser, each once. */
export function queuedAnswers(
  queued: readonly Queued[],
  questionId: string,
): Queued<AnswerChange>[] {
  const ofQuestion = queued.flatMap(({ change, ...entry }) =>
    change.kind === 'answer' && change.questionId === questionId ? [{ ...entry, change }] : [],
  )
  return onceEach(ofQuestion)
}

/** Two tabs can queue the same draft, which the server accepts once. */
function onceEach<C extends QuestionChange | AnswerChange>(entries: Queued<C>[]): Queued<C>[] {
  return [...new Map(entries.map((entry) => [entry.change.operationId, entry])).values()]
}
