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
import { savingDraft } from './saving'

/** What every database function that saves a draft takes. */
interface SentDraft {
  lesson_id: string
  revision: string
  based_on: string[]
  drop_kept: string[]
  /** How long ago it was written, by this browser's clock. */
  age_sec: number
  as_user: string
}

interface DraftKind<B, A> {
  /** The name of the lock that the tabs share. */
  lock: string
  drafts: OwnDrafts<B>
  /**
   * Calls the database function that saves a draft; repeating the call changes nothing. It fails with a DataError:
   * `42501` as another person, `PT403` and `PT404` without access, `PT422` if the draft is too large.
   */
  save: (
    client: DataClient,
    body: B,
    sent: SentDraft,
  ) => { abortSignal: (signal: AbortSignal) => PromiseLike<PostgrestSingleResponse<Json>> }
  /** Describes the answer of that function. */
  saved: Schema<A>
  /** Updates the query cache after a draft was saved, and shows messages to the person. */
  onSaved: (queries: QueryClient, entry: QueuedDraft<B>, answer: A, messages: SyncMessages) => void
}

/**
 * Returns a function that sends the drafts of the signed-in person, now and whenever the connection returns
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
            answer: await savingDraft(async () =>
              kind.saved(
                unwrap(await kind.save(client, entry.body, sentDraft(entry)).abortSignal(signal)),
              ),
            ),
          }))
        },
        // The query cache is updated before the entry leaves the queue, so that the text does not disappear for a moment.
        onSaved: (entry, answer) => kind.onSaved(queries, entry, answer, messages),
        // A refused draft stays on this device, and the page shows the refusal.
        onRefused: () => undefined,
        // The outbox reports this, and ends the session.
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
