import type { DataClient } from '../client'
import { deliverBy } from '../delivery/deliver-by'
import { toDataError } from '../errors'
import type { EntryDelivery, OutboxKind, Queued } from '../outbox/kind'
import { formatCount } from '../wording'
import { questionKeys } from './question-queries'
import type { AnswerChange, QuestionChange, WordsChange } from './queued-words'
import { refusalOf } from './refused-words'

/** How questions are sent from the outbox (rules/questions#offline). */
export const questionKind = wordsKind<QuestionChange>('question', ({ words }) => `“${words.title}”`)

/** How answers are sent from the outbox (rules/questions#offline). */
export const answerKind = wordsKind<AnswerChange>('answer', () => 'Your answer')

function wordsKind<C extends WordsChange>(
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

function deliver(
  client: DataClient,
  { user, change }: Queued<WordsChange>,
): Promise<EntryDelivery> {
  return deliverBy(client, async (signal) => {
    const { isLimit, sendWords } = await import('./send-words')
    try {
      const show = await sendWords(client, user, change, signal)
      return { kind: 'saved', answer: ({ queries }) => show(queries) }
    } catch (thrown) {
      const error = toDataError(thrown)
      if (isLimit(error)) return { kind: 'refused', error }
      throw thrown
    }
  })
}
