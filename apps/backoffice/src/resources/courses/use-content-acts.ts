import type { Content } from '@rookies/data/course-editing/delete-content'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import type { Toast } from '@rookies/data/toasts'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
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
  const toasts = useToasts()
  const refresh = useRefreshCatalogue()

  const restore = useAct({
    act: ({ kind, id }: Content) => ({ name: 'content/restore', input: { kind, id } }),
    onSuccess: (_, { kind }) => toasts.succeeded(TEXTS[kind].restored),
    onError: ({ hint, message }, { kind }) => {
      // A refusal of ours says more than that it failed: another course has the slug by now.
      toasts.failed(hint ? { title: 'Error', text: message } : TEXTS[kind].restoreFailed)
    },
    onSettled: refresh,
  })

  const remove = useAct({
    act: ({ kind, id }: Content) => ({ name: 'content/delete', input: { kind, id } }),
    onSuccess: (_, content) =>
      toasts.succeeded(TEXTS[content.kind].deleted, () => restore.mutate(content)),
    onError: (_, { kind }) => toasts.failed(TEXTS[kind].deleteFailed),
    onSettled: refresh,
  })

  return { remove, restore }
}
