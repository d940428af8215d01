import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import {
  type BrowserSender,
  browserSender,
  type SyncContext,
  warnUnsaved,
} from '../delivery/browser-sender'
import { deliverBy } from '../delivery/deliver-by'
import { unwrap } from '../errors'
import { boolean, object, string } from '../json'
import { type KeptDraft, type MyAssignment, parseKept } from './my-assignment'
import { draftJson, parseWorkDraft, type WorkDraft } from './my-draft'
import type { DraftShelf, QueuedDraft } from './my-draft-shelf'
import { ownDraftShelf } from './my-drafts'
import { assignmentKeys } from './my-keys'

/** The state of the database after a draft was saved. */
export interface SavedDraft {
  /** Identifies the text that is stored; another device may have saved a later one. */
  revision: string
  kept: KeptDraft[]
  /** Whether the draft had been handed in already, so that it was not stored. */
  handed_in: boolean
  /** The stored text if it is not the one that was sent; otherwise null. */
  body: WorkDraft | null
}

interface Running {
  client: DataClient
  user: string
  sender: BrowserSender
}

let running: Running | null = null

/** Sends the drafts of the signed-in person, now and whenever the connection returns (rules/assignments#drafts). */
export function runWorkDrafts(context: SyncContext): Promise<void> {
  const shelf = ownDraftShelf(context.queries)
  if (running && (running.user !== shelf?.user || running.client !== context.client)) {
    running.sender.stop()
    running = null
  }
  if (!shelf) return Promise.resolve()
  running ??= { client: context.client, user: shelf.user, sender: start(context, shelf) }
  return running.sender.flush()
}

function start({ client, queries, messages }: SyncContext, shelf: DraftShelf): BrowserSender {
  return browserSender<QueuedDraft, SavedDraft>(client, 'rookies-work-draft', {
    outbox: shelf,
    deliver: (entry) => {
      shelf.markSent(entry)
      return deliverBy(client, async (signal) => ({
        kind: 'saved',
        answer: await saveWorkDraft(client, entry, signal),
      }))
    },
    // The query cache is updated before the entry leaves the queue, so that the text does not disappear for a moment.
    onSaved: (entry, answer) => {
      updateDraft(queries, entry, answer)
      if (answer.body !== null) messages.told(OTHER_KEPT, 'Your work')
    },
    // A refused draft stays on this device, and the form shows the refusal.
    onRefused: () => undefined,
    // The outbox reports this, and ends the session.
    onDisabled: () => undefined,
    onUnreachable: (unreachable) => warnUnsaved(messages, unreachable),
  })
}

/** Shown if another device wrote a later text (rules/assignments#drafts). */
const OTHER_KEPT = 'Your work was changed on another device too. Both texts are kept.'

function updateDraft(queries: QueryClient, entry: QueuedDraft, answer: SavedDraft): void {
  queries.setQueryData<MyAssignment>(assignmentKeys.mine(entry.lessonId), (known) => {
    if (!known || answer.handed_in) return known
    const { revision, kept, body } = answer
    return { ...known, draft: { body: body ?? entry.body, revision, kept } }
  })
}

/**
 * Saves a draft; repeating the call changes nothing. Throws DataError: `42501` as another person, `PT403` and `PT404`
 * without access, `PT422` if it is too large.
 */
async function saveWorkDraft(
  client: DataClient,
  { id, user, at, lessonId, body, basedOn, dropped }: QueuedDraft,
  signal: AbortSignal,
): Promise<SavedDraft> {
  const answer = object(
    unwrap(
      await client
        .rpc('save_work_draft', {
          lesson_id: lessonId,
          body: draftJson(body),
          revision: id,
          based_on: basedOn,
          drop_kept: dropped,
          age_sec: Math.max(0, (Date.now() - at) / 1000),
          as_user: user,
        })
        .abortSignal(signal),
    ),
  )
  return {
    revision: string(answer.revision),
    kept: parseKept(answer.kept),
    handed_in: boolean(answer.handed_in),
    body: answer.body === undefined ? null : parseWorkDraft(answer.body),
  }
}
