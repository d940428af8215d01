import {
  type Content,
  deleteContent,
  restoreContent,
} from '@rookies/data/course-editing/delete-content'
import { COURSE_TOASTS, type Toast } from '@rookies/data/course-editing/messages'
import { toDataError } from '@rookies/data/errors'
import { useMutation } from '@tanstack/react-query'
import { useBackend } from '../../app/backend'
import { useToasts } from '../../app/toasts'
import { useRefreshCatalogue } from './use-refresh-catalogue'

type Texts = Record<'deleted' | 'deleteFailed' | 'restored' | 'restoreFailed', Toast>

const TEXTS: Record<Content['kind'], Texts> = {
  course: {
    deleted: COURSE_TOASTS.deleted,
    deleteFailed: COURSE_TOASTS.deleteFailed,
    restored: COURSE_TOASTS.restored,
    restoreFailed: COURSE_TOASTS.restoreFailed,
  },
  module: {
    deleted: COURSE_TOASTS.moduleDeleted,
    deleteFailed: COURSE_TOASTS.moduleDeleteFailed,
    restored: COURSE_TOASTS.moduleRestored,
    restoreFailed: COURSE_TOASTS.moduleRestoreFailed,
  },
  lesson: {
    deleted: COURSE_TOASTS.lessonDeleted,
    deleteFailed: COURSE_TOASTS.lessonDeleteFailed,
    restored: COURSE_TOASTS.lessonRestored,
    restoreFailed: COURSE_TOASTS.lessonRestoreFailed,
  },
}

/** Deletes and restores courses, modules and lessons, and says how it went; deleting offers a way back. */
export function useContentActs() {
  const { client } = useBackend()
  const toasts = useToasts()
  const refresh = useRefreshCatalogue()

  const restore = useMutation({
    mutationFn: (content: Content) => restoreContent(client, content),
    onSuccess: (_, { kind }) => toasts.succeeded(TEXTS[kind].restored),
    onError: (error, { kind }) => {
      // A refusal of ours says more than that it failed: another course has the slug by now.
      const { hint, message } = toDataError(error)
      toasts.failed(hint ? { title: 'Error', text: message } : TEXTS[kind].restoreFailed)
    },
    onSettled: refresh,
  })

  const remove = useMutation({
    mutationFn: (content: Content) => deleteContent(client, content),
    onSuccess: (_, content) =>
      toasts.succeeded(TEXTS[content.kind].deleted, () => restore.mutate(content)),
    onError: (_, { kind }) => toasts.failed(TEXTS[kind].deleteFailed),
    onSettled: refresh,
  })

  return { remove, restore }
}
