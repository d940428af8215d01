import { useDelete } from '@refinedev/core'
import type { Content } from '@rookies/data/course-editing/delete-content'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import type { Toast } from '@rookies/data/toasts'
import { toast } from '../../app/notification-provider'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useReadAgainOf } from '../../app/use-read-again'

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

const RESOURCES = { course: 'courses', module: 'modules', lesson: 'lessons' } as const

/** Deletes and restores courses, modules and lessons. Deleting offers Undo. */
export function useContentActions() {
  const toasts = useToasts()
  const refresh = useReadAgainOf('courses')

  const restore = useAct({
    act: ({ kind, id }: Content) => ({ name: 'content/restore', input: { kind, id } }),
    done: ({ kind }) => TEXTS[kind].restored,
    // The database's own refusals have a sentence, for example if another course has the slug.
    failed: ({ kind }) => TEXTS[kind].restoreFailed,
  })

  const { mutateAsync, mutation } = useDelete()
  /** Resolves when the screen is up to date, whether or not the deletion succeeded. */
  const remove = async (content: Content): Promise<void> => {
    const { deleted, deleteFailed } = TEXTS[content.kind]
    await mutateAsync({
      resource: RESOURCES[content.kind],
      id: content.id,
      invalidates: [],
      successNotification: false,
      errorNotification: toast(deleteFailed, 'error'),
    }).then(
      () => toasts.succeeded(deleted, () => restore.mutate(content)),
      () => undefined,
    )
    await refresh()
  }

  return { remove, removing: mutation.isPending, restore }
}
