import type { WorkChange } from '@rookies/data/assignments/queued-rounds'
import { newId } from '@rookies/data/device/new-id'
import { UNKEPT_DRAFT } from '@rookies/data/device/text-drafts'
import type { OwnDrafts } from '@rookies/data/drafts/own-drafts'
import type { RunChange } from '@rookies/data/exercises/queued-runs'
import type { Queued } from '@rookies/data/outbox/kind'
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

export interface OfLesson {
  slug: string
  lesson: { id: string; title: string }
}

/** The state of a person's draft, and what they can do with the drafts of their other devices. */
export interface DraftUse<B> {
  /** Whether there is a draft on this device or on the server. */
  begun: boolean
  /** Whether the draft still has to be sent. */
  unsent: boolean
  /** Whether this browser could store the draft. */
  stored: boolean
  /** Why the server refused the draft; null if it did not. */
  refused: string | null
  /** Replaces the draft with one from another device. The server keeps the replaced one in its place. */
  take: (revision: string, body: B) => void
  /** Deletes a draft from another device. */
  drop: (revision: string) => void
}

type OfChange = 'lessonId' | 'slug' | 'title' | 'operationId'
type HandedIn = Omit<WorkChange, OfChange> | Omit<RunChange, OfChange>

/**
 * Returns the draft of a lesson on this device, and the functions that change it or hand it in. Each change is stored
 * on this device at once, and sent to the server after a pause.
 */
export function useDraft<B>(own: OwnDrafts<B>, { slug, lesson }: OfLesson) {
  const client = useData()
  const queries = useQueryClient()
  const queued = useSyncExternalStore(own.watch, () => own.queued(queries))
  const [stored, setStored] = useState(true)
  const sync = () => startSync({ client, queries, messages })
  return {
    local: queued.find(({ lessonId }) => lessonId === lesson.id),
    stored,
    /** Returns the draft as it is stored now, which can be newer than at the last render. */
    latest: () => own.store(queries)?.of(lesson.id),
    /** Stores a changed draft. `from` is the revision on the server that the change is based on. */
    put: (body: B, from: string | null, drop?: string) => {
      const store = own.store(queries)
      if (!store) return
      setStored(store.put({ lessonId: lesson.id, body, from, ...(drop !== undefined && { drop }) }))
      clearTimeout(pause)
      pause = setTimeout(sync, PAUSE_MS)
    },
    forget: () => {
      clearTimeout(pause)
      own.store(queries)?.forget(lesson.id)
    },
    /**
     * Call this when the button is pressed. Returns a function that puts the change into the outbox and then calls
     * `onQueued`; call it once the change is complete. `shown` is how many changes were queued at the last render.
     */
    handIn: (queuedOf: (all: Queued[], lessonId: string) => Queued[], shown: number) => {
      // Read now, because another person may be signed in when the change is complete.
      const outbox = ownOutbox(queries)
      return (change: HandedIn, onQueued: () => void) => {
        if (!outbox) {
          showError(LOGIN_TO_TRACK)
          return
        }
        // The button was pressed a second time before the page was rendered again.
        if (queuedOf(outbox.all(), lesson.id).length > shown) return
        const { id: lessonId, title } = lesson
        outbox.put({ ...change, lessonId, slug, title, operationId: newId() })
        onQueued()
        sync()
      }
    },
  }
}

/** Returns where a draft is kept, as a sentence; empty before the person begins. */
export function savedText(
  what: string,
  { begun, unsent, stored }: Omit<DraftUse<never>, 'take' | 'drop'>,
): string {
  if (!begun) return ''
  if (!stored) return UNKEPT_DRAFT
  return unsent ? `${what} is kept on this device.` : `${what} is saved.`
}
