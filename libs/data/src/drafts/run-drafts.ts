import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import {
  browserSender,
  queueRunner,
  type SyncContext,
  type SyncMessages,
  warnUnsaved,
} from '../delivery/browser-sender'
import { deliverBy } from '../delivery/deliver-by'
import { unwrap } from '../errors'
import type { Schema } from '../json'
import type { DraftStore, QueuedDraft } from './draft-store'
import type { OwnDrafts } from './own-drafts'
import { trackDraftSave } from './saving'

/** The arguments of every database function that saves a draft. */
interface SentDraft {
  lesson_id: string
  revision: string
  based_on: string[]
  drop_kept: string[]
  /** The age of the draft in seconds, by this browser's clock. */
  age_sec: number
  as_user: string
}

interface DraftKind<B, A> {
  /** The name of the lock with which only one tab sends at a time. */
  lock: string
  drafts: OwnDrafts<B>
  /**
   * Calls the database function that saves a draft. Repeating the call changes nothing. Fails with a DataError: `42501`
   * as another person, `PT403` and `PT404` without access, `PT422` if the draft is too large.
   */
  save: (
    client: DataClient,
    body: B,
    sent: SentDraft,
  ) => { abortSignal: (signal: AbortSignal) => PromiseLike<PostgrestSingleResponse<Json>> }
  /** Parses the answer of the database function. */
  saved: Schema<A>
  /** Updates React Query's cache after a draft was saved, and shows messages. */
  onSaved: (queries: QueryClient, entry: QueuedDraft<B>, answer: A, messages: SyncMessages) => void
}

/**
 * Creates a function that sends the drafts of the signed-in person, now and whenever the connection returns
 * (rules/assignments#drafts, rules/exercises#drafts).
 */
export function draftsRunner<B, A>(kind: DraftKind<B, A>): (context: SyncContext) => Promise<void> {
  return queueRunner(
    kind.drafts.store,
    ({ client, queries, messages }: SyncContext, store: DraftStore<B>) =>
      browserSender<QueuedDraft<B>, A>(client, kind.lock, {
        outbox: store,
        deliver: (entry) => {
          store.markSent(entry)
          return deliverBy(client, async (signal) => ({
            kind: 'saved',
            answer: await trackDraftSave(async () =>
              kind.saved(
                unwrap(await kind.save(client, entry.body, sentDraft(entry)).abortSignal(signal)),
              ),
            ),
          }))
        },
        // React Query's cache is updated before the draft leaves the queue, so that the text does not disappear for a
        // moment.
        onSaved: (entry, answer) => kind.onSaved(queries, entry, answer, messages),
        // A refused draft stays on this device, and the page shows the reason.
        onRefused: () => undefined,
        // The sender of the outbox reports a disabled account and ends the session.
        onDisabled: () => undefined,
        onUnreachable: (unreachable) => warnUnsaved(messages, unreachable),
      }),
  )
}

function sentDraft({ id, user, at, lessonId, basedOn, dropped }: QueuedDraft<unknown>): SentDraft {
  return {
    lesson_id: lessonId,
    revision: id,
    based_on: basedOn,
    drop_kept: dropped,
    age_sec: Math.max(0, (Date.now() - at) / 1000),
    as_user: user,
  }
}
