import { workKind } from '../assignments/work-kind'
import type { DataClient } from '../client'
import { runKind } from '../exercises/run-kind'
import type { AnyChange, EntryDelivery, OutboxKind, Queued } from '../outbox/kind'
import { completionKind, watchKind } from '../progress/progress-kinds'
import { answerKind, questionKind } from '../questions/post-kinds'

/**
 * All kinds of changes in the outbox, by the `kind` of the change. The message at sign-out names them in this order.
 */
export const KINDS = {
  completion: completionKind,
  work: workKind,
  run: runKind,
  question: questionKind,
  answer: answerKind,
  watch: watchKind,
}

/** A change of any kind. */
export type Change = (typeof KINDS)[keyof typeof KINDS] extends OutboxKind<infer C> ? C : never

type ByKind = { [K in Change['kind']]: OutboxKind<Extract<Change, { kind: K }>> }
const BY_KIND: Record<string, OutboxKind<AnyChange> | undefined> = KINDS satisfies ByKind

/** Returns how a change is sent; undefined for a change that a newer build has queued. */
export const kindOf = ({ kind }: AnyChange): OutboxKind<AnyChange> | undefined => BY_KIND[kind]

/** Sends an entry as the signed-in person. Never throws. An entry that a newer build has queued stays in the outbox. */
export const deliver = async (client: DataClient, entry: Queued): Promise<EntryDelivery> =>
  (await kindOf(entry.change)?.deliver(client, entry)) ?? { kind: 'busy' }
