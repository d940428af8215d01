import { useDelete } from '@refinedev/core'
import type { Content } from '@rookies/data/course-editing/delete-content'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import type { Toast } from '@rookies/data/toasts'
import { toast } from '../../app/notification-provider'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useReadAgainOf } from '../../app/use-read-again'

type Texts = Record<'deleted' | 'deleteFailed' | 'restored' | 'restoreFailed', Toast>

const TEXTS: Record<Content['kind'], Texts> = {
  course: {
    deleted: COURSE_MESSAGES.deleted,
    deleteFailed: COURSE_MESSAGES.deleteFailed,
    restored: COURSE_MESSAGES.restored,
    restoreFailed: COURSE_MESSAGES.restoreFailed,
  },
  module: {
    deleted: COURSE_MESSAGES.moduleDeleted,
    deleteFailed: COURSE_MESSAGES.moduleDeleteFailed,
    restored: COURSE_MESSAGES.moduleRestored,
    restoreFailed: COURSE_MESSAGES.moduleRestoreFailed,
  },
  lesson: {
    deleted: COURSE_MESSAGES.lessonDeleted,
    deleteFailed: COURSE_MESSAGES.lessonDeleteFailed,
    restored: COURSE_MESSAGES.lessonRestored,
    restoreFailed: COURSE_MESSAGES.lessonRestoreFailed,
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
    // The database explains some refusals itself, for example if another course has the slug.
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
