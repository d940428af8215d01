import type { DataClient } from '../client'
import { deliverBy } from '../delivery/deliver-by'
import { toDataError } from '../errors'
import type { EntryDelivery, OutboxKind, Queued } from '../outbox/kind'
import { formatCount } from '../wording'
import { questionKeys } from './question-queries'
import type { AnswerChange, PostChange, QuestionChange } from './queued-posts'
import { refusalOf } from './refused-posts'

/** How questions are sent from the outbox (rules/questions#offline). */
export const questionKind = postKind<QuestionChange>('question', ({ words }) => `“${words.title}”`)

/** How answers are sent from the outbox (rules/questions#offline). */
export const answerKind = postKind<AnswerChange>('answer', () => 'Your answer')

function postKind<C extends PostChange>(
  noun: string,
  nameOf: (change: C) => string,
): OutboxKind<C> {
  return {
    deliver,
    refused({ queries, messages }, change, error) {
      messages.failed(
        `${nameOf(change)} was not sent. ${refusalOf(error)} Your text is kept as a draft.`,
      )
      void queries.invalidateQueries({ queryKey: questionKeys.all })
    },
    settledElsewhere: (queries) => void queries.invalidateQueries({ queryKey: questionKeys.all }),
    unsent: (count) => formatCount(count, noun),
  }
}

function deliver(client: DataClient, { user, change }: Queued<PostChange>): Promise<EntryDelivery> {
  return deliverBy(client, async (signal) => {
    const { isLimit, sendQuestionPost } = await import('./send-post')
    try {
      const show = await sendQuestionPost(client, user, change, signal)
      return { kind: 'saved', answer: ({ queries }) => show(queries) }
    } catch (thrown) {
      const error = toDataError(thrown)
      if (isLimit(error)) return { kind: 'refused', error }
      throw thrown
    }
  })
}
