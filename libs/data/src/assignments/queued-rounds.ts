import { type AnyChange, ofKind, type Queued } from '../outbox/kind'
import type { MyAssignment } from './my-assignment'
import type { WorkDraft } from './my-draft'
import type { Round } from './round'

/** A round of work in the outbox (rules/assignments#rounds). */
export interface WorkChange extends AnyChange {
  kind: 'work'
  title: string
  work: WorkDraft
  /** The operation id. The database accepts only one round with it. */
  operationId: string
  /** The revision of the draft that is handed in; null if there is none. */
  draftRevision: string | null
  /** Whether the person disagrees with the last review and wants another one (rules/assignments#second-opinion). */
  secondOpinion: boolean
}

export type QueuedRound = Queued<WorkChange>

/** Returns the rounds of an assignment that are still in the outbox. */
export function queuedRounds(queued: readonly Queued[], lessonId: string): QueuedRound[] {
  return ofKind<WorkChange>(queued, 'work').filter(({ change }) => change.lessonId === lessonId)
}

/** Applies queued rounds to an assignment from the server: the work waits for a review, and its draft is gone. */
export function withQueuedRounds(
  known: MyAssignment,
  queued: readonly QueuedRound[],
): MyAssignment {
  const last = queued.at(-1)
  if (!last || known.submission?.state === 'PASSED') return known
  const since = new Date(queued[0]?.at ?? last.at).toISOString()
  const isHandedIn = queued.some(({ change }) => change.draftRevision === known.draft?.revision)
  return {
    ...known,
    draft: isHandedIn ? null : known.draft,
    submission: {
      state: 'WAITING',
      round: (known.submission?.round ?? 0) + queued.length,
      awaiting_since: known.submission?.awaiting_since ?? since,
      passed_at: null,
    },
  }
}

/** Returns the assignment with an accepted round added. */
export function afterRound(known: MyAssignment, change: WorkChange, round: Round): MyAssignment {
  const isOfDraft = known.draft?.revision === change.draftRevision
  return {
    ...known,
    draft: isOfDraft ? null : known.draft,
    rounds: [...known.rounds.filter(({ id }) => id !== round.id), round],
    submission: {
      state: 'WAITING',
      round: round.round,
      awaiting_since: known.submission?.awaiting_since ?? round.submitted_at,
      passed_at: null,
    },
  }
}
