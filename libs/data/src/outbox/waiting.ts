import { COMPLETIONS_WAIT } from '../progress/queued-completions'
import { WORDS_WAIT } from '../questions/refused-words'
import type { Change, WaitingRules } from './kind'

/** The kinds that wait by rules of their own. */
export const WAITING: Partial<Record<Change['kind'], WaitingRules<Change>>> = {
  completion: COMPLETIONS_WAIT,
  question: WORDS_WAIT,
  answer: WORDS_WAIT,
}
