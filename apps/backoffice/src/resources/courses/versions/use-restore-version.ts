import { STALE_HINTS } from '@rookies/data/course-editing/edited-lesson'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { useToasts } from '../../../app/toasts'
import { useAct } from '../../../app/use-act'

interface Wanted {
  id: string
  unchangedSince: string
}

/**
 * Restores a version of a lesson; the toast's Undo restores the version before (rules/courses#versions).
 * `onRestored` is not called for Undo.
 */
export function useRestoreVersion(onRestored: () => void) {
  const toasts = useToasts()
  const act = (wanted: Wanted) => ({ name: 'lessons/restore_version' as const, input: wanted })
  const onError = ({ hint, code, message }: { hint?: string; code?: string; message: string }) => {
    if (STALE_HINTS.includes(hint)) toasts.failed(COURSE_MESSAGES.versionStale)
    // The refusal comes from a rule of the lesson form, whose sentence is shown.
    else if (code === 'PT422') toasts.failed({ title: 'Error', text: message })
    else toasts.failed(COURSE_MESSAGES.versionRestoreFailed)
  }

  const undo = useAct({
    act,
    onSuccess: () => toasts.succeeded(COURSE_MESSAGES.versionUndone),
    onError,
  })
  const restore = useAct({
    act,
    onSuccess: ({ before, unchangedSince }) => {
      toasts.succeeded(
        COURSE_MESSAGES.versionRestored,
        before === null ? undefined : () => undo.mutate({ id: before, unchangedSince }),
      )
      onRestored()
    },
    onError,
  })
  return { start: (wanted: Wanted) => restore.mutate(wanted), busy: restore.isPending }
}
