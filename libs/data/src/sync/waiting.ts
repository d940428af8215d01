import type { DeviceStore } from '../device/store'
import type { AnyChange, WaitingRules } from '../outbox/kind'
import { Outbox } from '../outbox/outbox'
import { COMPLETIONS_WAIT } from '../progress/queued-completions'
import { POSTS_WAIT } from '../questions/refused-posts'
import type { Change } from './kinds'

/** The kinds that have rules, with their rules. */
const WAITING: { [K in Change['kind']]?: WaitingRules<AnyChange> } = {
  completion: COMPLETIONS_WAIT,
  question: POSTS_WAIT,
  answer: POSTS_WAIT,
}

/** Returns a person's outbox. */
export const outboxOf = (user: string, store: DeviceStore): Outbox =>
  new Outbox(user, store, WAITING)
