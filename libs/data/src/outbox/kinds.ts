import { workKind } from '../assignments/work-kind'
import { runKind } from '../exercises/run-kind'
import { completionKind, watchKind } from '../progress/progress-kinds'
import { answerKind, questionKind } from '../questions/words-kinds'
import type { Change, OutboxKind } from './kind'

/** Everything that waits in the outbox, by the `kind` of its change, in the order in which it is named at a sign-out. */
export const KINDS = {
  completion: completionKind,
  work: workKind,
  run: runKind,
  question: questionKind,
  answer: answerKind,
  watch: watchKind,
}

type OwnKind<K> = OutboxKind<Extract<Change, { kind: K }>>

/** Returns the kind of a change. */
export function kindOf({ kind }: Change): OutboxKind<Change> {
  return (KINDS satisfies { [K in Change['kind']]: OwnKind<K> })[kind]
}
