import type { DeviceStore } from '../device/store'
import type { AnyChange, WaitingRules } from '../outbox/kind'
import { Outbox } from '../outbox/outbox'
import { COMPLETIONS_WAIT } from '../progress/queued-completions'
import { WORDS_WAIT } from '../questions/refused-words'
import type { Change } from './kinds'

/** The kinds that have rules, with their rules. */
const WAITING: { [K in Change['kind']]?: WaitingRules<AnyChange> } = {
  completion: COMPLETIONS_WAIT,
  question: WORDS_WAIT,
  answer: WORDS_WAIT,
}

/** Returns a person's outbox. */
export const outboxOf = (user: string, store: DeviceStore): Outbox =>
  new Outbox(user, store, WAITING)
