import { newId } from '@rookies/data/device/new-id'
import { UNKEPT_DRAFT } from '@rookies/data/device/text-drafts'
import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import { codeDrafts } from '@rookies/data/exercises/my-drafts'
import type { KeptCode, MyExercise, ShownExercise } from '@rookies/data/exercises/my-exercise'
import { codeWith } from '@rookies/data/exercises/practice'
import type { RunChange } from '@rookies/data/exercises/queued-runs'
import { queuedRuns } from '@rookies/data/exercises/queued-runs'
import { LOGIN_TO_TRACK, ownOutbox } from '@rookies/data/sync/outbox-state'
import { startSync } from '@rookies/data/sync/start-sync'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useData } from '../../../shared/data-context'
import { outboxMessages as messages } from '../../../shared/outbox-messages'
import { showError } from '../../../ui/toast-store'
import { useSentDraft } from './use-sent-draft'

/** Milliseconds without typing after which code is sent. */
const PAUSE_MS = 1_500

let pause: ReturnType<typeof setTimeout> | undefined

interface OfLesson {
  slug: string
  lesson: { id: string; title: string }
  shown: ShownExercise
  /** Whether code is kept; otherwise it lasts as long as the page. */
  keeps: boolean
}

export interface CodeDraftUse {
  files: readonly ExerciseFile[]
  /** The code of other devices that was written at the same time. */
  kept: readonly KeptCode[]
  /** Whether the person has changed what the exercise begins with. */
  begun: boolean
  /** Whether the code still has to be sent, and whether this browser could store it. */
  unsent: boolean
  stored: boolean
  /** Why the server refused the code; null if it did not. */
  refused: string | null
  change: (path: string, text: string) => void
  replace: (files: readonly ExerciseFile[]) => void
  /** Replaces the code with that of another device. */
  take: (revision: string, files: readonly ExerciseFile[]) => void
  /** Deletes the code of another device. */
  drop: (revision: string) => void
  /**
   * Begins to hand code in, and returns what hands it in once the browser has run the tests. `queued` is the number of
   * queued runs at the last render.
   */
  handIn: (
    files: readonly ExerciseFile[],
    queued: number,
  ) => (claimed: RunChange['claimed']) => void
}

/**
 * Returns a person's code for an exercise and the functions that change it or hand it in. Each change is stored on this
 * device at once, and sent to the server after a pause (rules/exercises#drafts).
 */
export function useCodeDraft(
  { draft: stored }: MyExercise,
  { slug, lesson, shown, keeps }: OfLesson,
): CodeDraftUse {
  const client = useData()
  const queries = useQueryClient()
  const queued = useSyncExternalStore(codeDrafts.watch, () => codeDrafts.queued(queries))
  const [isStored, setStored] = useState(true)
  const [tried, setTried] = useState<readonly ExerciseFile[] | null>(null)
  const local = keeps ? queued.find(({ lessonId }) => lessonId === lesson.id) : undefined
  const sent = useSentDraft(lesson.id, local, stored)
  const own = keeps ? ((local ?? sent)?.body ?? stored?.files) : tried
  const files = codeWith(shown.files, own ?? [])
  const from = sent?.id ?? stored?.revision ?? null

  const sync = () => startSync({ client, queries, messages })
  const put = (next: readonly ExerciseFile[], drop?: string) => {
    if (!keeps) {
      setTried(next)
      return
    }
    const shelf = codeDrafts.shelf(queries)
    if (!shelf) return
    const body = [...next]
    setStored(shelf.put({ lessonId: lesson.id, body, from, ...(drop !== undefined && { drop }) }))
    clearTimeout(pause)
    pause = setTimeout(sync, PAUSE_MS)
  }
  /** The code as it is now, which can be later than the last render. */
  const latest = () => {
    const body = keeps ? codeDrafts.shelf(queries)?.of(lesson.id)?.body : undefined
    return body ? codeWith(shown.files, body) : files
  }
  return {
    files,
    kept: (stored?.kept ?? []).filter(({ revision }) => !local?.dropped.includes(revision)),
    begun: local !== undefined || sent !== undefined || stored !== null,
    unsent: local !== undefined,
    stored: isStored,
    refused: local?.refused ?? null,
    change: (path, text) =>
      put(latest().map((file) => (file.path === path ? { path, text } : file))),
    replace: (next) => put(next),
    take: (revision, next) => put(next, revision),
    drop: (revision) => put(latest(), revision),
    handIn: (handed, shownQueued) => {
      // Taken at once: another person may be signed in once the tests have run.
      const outbox = ownOutbox(queries)
      return (claimed) => {
        if (!outbox) {
          showError(LOGIN_TO_TRACK)
          return
        }
        // The button was pressed a second time before the page was rendered again.
        if (queuedRuns(outbox.all(), lesson.id).length > shownQueued) return
        outbox.put({
          kind: 'run',
          lessonId: lesson.id,
          slug,
          title: lesson.title,
          files: [...handed],
          claimed,
          operationId: newId(),
        })
        // What was said about this code is said again if it is refused again.
        if (local?.refused != null) put(local.body)
        sync()
      }
    },
  }
}

/** Returns where the code is kept, as a sentence; empty before the person begins. */
export function savedWords({ begun, unsent, stored }: CodeDraftUse): string {
  if (!begun) return ''
  if (!stored) return UNKEPT_DRAFT
  return unsent ? 'Your code is kept on this device.' : 'Your code is saved.'
}
