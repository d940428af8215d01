import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import {
  browserSender,
  queueRunner,
  type SyncContext,
  type SyncMessages,
  warnUnsaved,
} from '../delivery/browser-sender'
import { deliverBy } from '../delivery/deliver-by'
import type { DraftShelf, QueuedDraft } from './draft-shelf'
import type { OwnDrafts } from './own-drafts'
import { savingDraft } from './saving'

interface DraftKind<B, A> {
  /** The name of the lock that the tabs share. */
  lock: string
  drafts: OwnDrafts<B>
  /** Saves a draft; repeating the call changes nothing. Throws DataError. */
  save: (client: DataClient, entry: QueuedDraft<B>, signal: AbortSignal) => Promise<A>
  /** Updates the query cache after a draft was saved, and shows messages to the person. */
  onSaved: (queries: QueryClient, entry: QueuedDraft<B>, answer: A, messages: SyncMessages) => void
}

/**
 * Returns a function that sends the drafts of the signed-in person, now and whenever the connection returns
 * (rules/assignments#drafts, rules/exercises#drafts).
 */
export function draftsRunner<B, A>(kind: DraftKind<B, A>): (context: SyncContext) => Promise<void> {
  return queueRunner(
    kind.drafts.shelf,
    ({ client, queries, messages }: SyncContext, shelf: DraftShelf<B>) =>
      browserSender<QueuedDraft<B>, A>(client, kind.lock, {
        outbox: shelf,
        deliver: (entry) => {
          shelf.markSent(entry)
          return deliverBy(client, async (signal) => ({
            kind: 'saved',
            answer: await savingDraft(() => kind.save(client, entry, signal)),
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
