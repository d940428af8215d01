import { workKind } from '../assignments/work-kind'
import type { DataClient } from '../client'
import { runKind } from '../exercises/run-kind'
import type { AnyChange, EntryDelivery, OutboxKind, Queued } from '../outbox/kind'
import { completionKind, watchKind } from '../progress/progress-kinds'
import { answerKind, questionKind } from '../questions/post-kinds'

/** Everything that waits in the outbox, by the `kind` of its change, in the order in which it is named at a sign-out. */
export const KINDS = {
  completion: completionKind,
  work: workKind,
  run: runKind,
  question: questionKind,
  answer: answerKind,
  watch: watchKind,
}

/** The changes of all kinds. */
export type Change = (typeof KINDS)[keyof typeof KINDS] extends OutboxKind<infer C> ? C : never

type ByKind = { [K in Change['kind']]: OutboxKind<Extract<Change, { kind: K }>> }
const BY_KIND: Record<string, OutboxKind<AnyChange> | undefined> = KINDS satisfies ByKind

/** Returns the kind of a change; undefined if a newer build made it. */
export const kindOf = ({ kind }: AnyChange): OutboxKind<AnyChange> | undefined => BY_KIND[kind]

/** Sends an entry as the signed-in person. Never throws. An entry of a kind that this build does not know stays. */
export const deliver = async (client: DataClient, entry: Queued): Promise<EntryDelivery> =>
  (await kindOf(entry.change)?.deliver(client, entry)) ?? { kind: 'busy' }
