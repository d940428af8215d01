import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type DataError, isTransient, toDataError } from '../errors'
import type { Outbox } from '../outbox/outbox'
import type { Answer, AnyQuestion } from './question'
import { answerQuestion, askQuestion } from './question-acts'
import { type LessonQuestions, type Merged, questionKeys, type Thread } from './question-queries'
import type { PostChange } from './queued-posts'

/** If no answer comes within this time, in milliseconds, the text is put into the outbox. */
const PATIENCE_MS = 15_000

/**
 * Sends a question or an answer now, or puts it into the outbox if there is no connection or the server has a problem
 * (rules/questions#offline). Returns whether it was sent. Throws the DataError of a refusal.
 */
export async function sendOrQueue(
  client: DataClient,
  queries: QueryClient,
  outbox: Outbox,
  change: PostChange,
): Promise<boolean> {
  if (navigator.onLine) {
    try {
      const show = await sendQuestionPost(
        client,
        outbox.user,
        change,
        AbortSignal.timeout(PATIENCE_MS),
      )
      show(queries)
      return true
    } catch (thrown) {
      const error = toDataError(thrown)
      if (isLimit(error) || !isTransient(error)) throw error
    }
  }
  outbox.put(change)
  return false
}

/**
 * Sends a question or an answer. Repeating the call creates nothing more. Returns a function that shows it on its page.
 * Throws DataError like `askQuestion` and `answerQuestion`.
 */
export async function sendQuestionPost(
  client: DataClient,
  user: string,
  change: PostChange,
  signal: AbortSignal,
): Promise<(queries: QueryClient) => void> {
  const sending = { operationId: change.operationId, user, signal }
  if (change.kind === 'question') {
    const question = await askQuestion(client, change.lessonId, change.words, sending)
    return (queries) => showQuestion(queries, change.lessonId, question)
  }
  const answer = await answerQuestion(client, change.questionId, change.body, sending)
  return (queries) => showAnswer(queries, change.questionId, answer)
}

/** Returns whether the person has written too much within an hour. Sending it again would be refused too. */
export function isLimit(error: DataError): boolean {
  return error.code === 'PT429'
}

function showQuestion(queries: QueryClient, lessonId: string, question: AnyQuestion): void {
  const queryKey = questionKeys.ofLesson(lessonId)
  const cancelled = queries.cancelQueries({ queryKey })
  queries.setQueryData<InfiniteData<LessonQuestions>>(queryKey, (known) => {
    const [first, ...others] = known?.pages ?? []
    if (!known || !first) return known
    const questions = [question, ...first.questions.filter(({ id }) => id !== question.id)]
    return { ...known, pages: [{ ...first, questions }, ...others] }
  })
  void cancelled.then(() => queries.invalidateQueries({ queryKey: questionKeys.all }))
}

function showAnswer(queries: QueryClient, questionId: string, answer: Answer): void {
  const queryKey = questionKeys.thread(questionId)
  const cancelled = queries.cancelQueries({ queryKey })
  queries.setQueryData<InfiniteData<Thread | Merged>>(queryKey, (known) => {
    const last = known?.pages.at(-1)
    if (!known || !last || !('answers' in last) || last.next !== null) return known
    const answers = [...last.answers.filter(({ id }) => id !== answer.id), answer]
    return { ...known, pages: [...known.pages.slice(0, -1), { ...last, answers }] }
  })
  void cancelled.then(() => queries.invalidateQueries({ queryKey: questionKeys.all }))
}
