import { useUpdate } from '@refinedev/core'
import type { CatalogueCourse } from '@rookies/data/course-editing/course-list'
import { COURSE_TOASTS, type Toast } from '@rookies/data/course-editing/messages'
import { useCallback, useState } from 'react'
import { toast } from '../../app/notification-provider'
import { useDashboardChanged } from '../../app/use-dashboard-changed'

/** Texts of one place from which a course is published and unpublished. */
export interface StatusToasts {
  published: Toast
  unpublished: Toast
  publishFailed: Toast
  unpublishFailed: Toast
}

export const CATALOGUE_STATUS_TOASTS: StatusToasts = {
  published: COURSE_TOASTS.published,
  unpublished: COURSE_TOASTS.unpublished,
  publishFailed: COURSE_TOASTS.statusFailed,
  unpublishFailed: COURSE_TOASTS.statusFailed,
}

export const EDITOR_STATUS_TOASTS: StatusToasts = {
  published: COURSE_TOASTS.editorPublished,
  unpublished: COURSE_TOASTS.editorUnpublished,
  publishFailed: COURSE_TOASTS.publishFailed,
  unpublishFailed: COURSE_TOASTS.unpublishFailed,
}

type Course = Pick<CatalogueCourse, 'id' | 'title' | 'status'>

/**
 * Publishes a draft and unpublishes what is published, and says how it went. `ask` opens
 * the question of `CourseStatusDialog`; nothing happens before its answer.
 */
export function useCourseStatus(texts: StatusToasts) {
  const { mutate, mutation } = useUpdate()
  const dashboardChanged = useDashboardChanged()
  const [asked, setAsked] = useState<Course | null>(null)

  const confirm = () => {
    if (!asked) return
    const publish = asked.status === 'DRAFT'
    mutate(
      {
        resource: 'courses',
        id: asked.id,
        values: { status: publish ? 'PUBLISHED' : 'DRAFT' },
        meta: { select: 'id' },
        successNotification: toast(publish ? texts.published : texts.unpublished, 'success'),
        errorNotification: toast(publish ? texts.publishFailed : texts.unpublishFailed, 'error'),
      },
      {
        onSettled: () => {
          // By now another question may stand where this one stood.
          setAsked((now) => (now === asked ? null : now))
          void dashboardChanged()
        },
      },
    )
  }

  const close = useCallback(() => setAsked(null), [])
  return { asked, ask: setAsked, confirm, close, busy: mutation.isPending }
}

export type CourseStatusActs = ReturnType<typeof useCourseStatus>
