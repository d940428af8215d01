import type { MyAssignment } from '@rookies/data/assignments/my-assignment'
import { EMPTY_DRAFT, type WorkDraft } from '@rookies/data/assignments/my-draft'
import { ownDraftShelf, queuedDrafts, watchQueuedDrafts } from '@rookies/data/assignments/my-drafts'
import { queuedRounds } from '@rookies/data/assignments/queued-rounds'
import { newId } from '@rookies/data/device/new-id'
import { LOGIN_TO_TRACK, ownOutbox } from '@rookies/data/sync/outbox-state'
import { startSync } from '@rookies/data/sync/start-sync'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useData } from '../../../shared/data-context'
import { outboxMessages as messages } from '../../../shared/outbox-messages'
import { showError } from '../../../ui/toast-store'

/** Milliseconds without typing after which a draft is sent. */
const PAUSE_MS = 1_500

let pause: ReturnType<typeof setTimeout> | undefined

interface OfLesson {
  slug: string
  lesson: { id: string; title: string }
  /** The number of queued rounds at the last render. */
  queued: number
}

export interface WorkDraftUse {
  draft: WorkDraft
  /** Whether there is a draft, on this device or on the server. */
  begun: boolean
  /** Whether the draft still has to be sent, and whether this browser could store it. */
  unsent: boolean
  kept: boolean
  /** Why the server refused the work; null if it did not. */
  refused: string | null
  change: (change: Partial<WorkDraft>) => void
  /** Replaces the draft with one from another device, and keeps the replaced one in its place. */
  take: (revision: string, body: WorkDraft) => void
  /** Deletes a draft from another device. */
  drop: (revision: string) => void
  handIn: (secondOpinion: boolean) => void
}

/**
 * Returns a person's draft for an assignment and the functions that change it or hand it in. Each change is stored on
 * this device at once, and sent to the server after a pause (rules/assignments#drafts).
 */
export function useWorkDraft(
  known: MyAssignment,
  { slug, lesson, queued: shown }: OfLesson,
): WorkDraftUse {
  const client = useData()
  const queries = useQueryClient()
  const queued = useSyncExternalStore(watchQueuedDrafts, () => queuedDrafts(queries))
  const [kept, setKept] = useState(true)
  const local = queued.find(({ lessonId }) => lessonId === lesson.id)
  const stored = known.draft
  const draft = local?.body ?? stored?.body ?? initialDraft(known)
  const from = stored?.revision ?? null

  const sync = () => startSync({ client, queries, messages })
  const put = (body: WorkDraft, drop?: string) => {
    const shelf = ownDraftShelf(queries)
    if (!shelf) return
    setKept(shelf.put({ lessonId: lesson.id, body, from, ...(drop !== undefined && { drop }) }))
    clearTimeout(pause)
    pause = setTimeout(sync, PAUSE_MS)
  }
  return {
    draft,
    begun: local !== undefined || stored !== null,
    unsent: local !== undefined,
    kept,
    refused: local?.refused ?? null,
    change: (change) =>
      put({ ...(ownDraftShelf(queries)?.of(lesson.id)?.body ?? draft), ...change }),
    take: (revision, body) => put(body, revision),
    drop: (revision) => put(draft, revision),
    handIn: (secondOpinion) => {
      const outbox = ownOutbox(queries)
      if (!outbox) {
        showError(LOGIN_TO_TRACK)
        return
      }
      // The button was pressed a second time before the page was rendered again.
      if (queuedRounds(outbox.all(), lesson.id).length > shown) return
      outbox.put({
        kind: 'work',
        lessonId: lesson.id,
        slug,
        title: lesson.title,
        work: ownDraftShelf(queries)?.of(lesson.id)?.body ?? draft,
        operationId: newId(),
        draftRevision: ownDraftShelf(queries)?.of(lesson.id)?.id ?? from,
        secondOpinion,
      })
      clearTimeout(pause)
      ownDraftShelf(queries)?.forget(lesson.id)
      sync()
    },
  }
}

/** Returns what the form begins with: the work of the last round if it was returned, otherwise nothing. */
function initialDraft({ rounds, submission }: MyAssignment): WorkDraft {
  const last = rounds.at(-1)
  if (!last || submission?.state !== 'RETURNED') return EMPTY_DRAFT
  const { text, url, repo_url, code, files } = last
  return { text: text ?? '', url: url ?? '', repo_url: repo_url ?? '', code, files, note: '' }
}
