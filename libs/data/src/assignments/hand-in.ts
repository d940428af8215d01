import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type DataError, unwrap } from '../errors'
import { libraryKeys } from '../library/library-query'
import type { Queued } from '../outbox/kind'
import { madeAt } from '../outbox/made-at'
import type { MyAssignment } from './my-assignment'
import { ownDraftStore } from './my-drafts'
import { assignmentKeys } from './my-keys'
import { afterRound, type WorkChange } from './queued-rounds'
import { parseRound, type Round } from './round'

/**
 * Hands in a queued round. Repeating the call hands in nothing more (rules/assignments#rounds). Throws DataError:
 * `42501` as another person, `PT403` and `PT404` without access, `PT409` if the work has passed or is too late, `PT422`
 * for content that the assignment does not accept, `PT429` after 30 rounds in an hour.
 */
export async function handIn(
  client: DataClient,
  { user, at, change }: Queued<WorkChange>,
  signal: AbortSignal,
): Promise<Round> {
  const { lessonId, operationId, draftRevision, secondOpinion, work } = change
  return parseRound(
    unwrap(
      await client
        .rpc('submit_round', {
          lesson_id: lessonId,
          operation_id: operationId,
          text: work.text,
          code: work.code.map(({ name, body }) => ({ name, body })),
          url: work.url,
          repo_url: work.repo_url,
          files: work.files.map(({ path, name, bytes }) => ({ path, name, bytes })),
          note: work.note,
          second_opinion: secondOpinion,
          ...madeAt(at),
          ...(draftRevision !== null && { draft_revision: draftRevision }),
          as_user: user,
        })
        .abortSignal(signal),
    ),
  )
}

/**
 * Shows an accepted round at once, so that it does not disappear when it leaves the outbox, and reads the assignment
 * again.
 */
export function showRound(queries: QueryClient, change: WorkChange, round: Round): void {
  const queryKey = assignmentKeys.mine(change.lessonId)
  const cancelled = queries.cancelQueries({ queryKey })
  queries.setQueryData<MyAssignment>(queryKey, (known) => known && afterRound(known, change, round))
  void cancelled.then(() => queries.invalidateQueries({ queryKey }))
  // The week lists due work, which this work no longer is.
  void queries.invalidateQueries({ queryKey: libraryKeys.week() })
  void queries.invalidateQueries({ queryKey: libraryKeys.news() })
}

/** Stores the content of a refused round as a draft, unless the person has written something else since. */
export function keepRefused(queries: QueryClient, change: WorkChange, error: DataError): void {
  const store = ownDraftStore(queries)
  const { lessonId, work, draftRevision } = change
  if (store && !store.of(lessonId)) {
    store.put({ lessonId, body: work, from: draftRevision, refused: error.message })
  }
  void queries.invalidateQueries({ queryKey: assignmentKeys.mine(lessonId) })
}
