import { useUpdate } from '@refinedev/core'
import type { CatalogueCourse } from '@rookies/data/catalogue/course-list'
import { COURSE_TOASTS, type Toast } from '@rookies/data/catalogue/messages'
import { toast } from '../../app/notification-provider'

type Status = CatalogueCourse['status']

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

/** Publishes a draft and unpublishes what is published (product §4), and says how it went. */
export function useCourseStatus(texts: StatusToasts) {
  const { mutate, mutation } = useUpdate()

  const toggle = (course: { id: string; status: Status }) => {
    const publish = course.status === 'DRAFT'
    mutate({
      resource: 'courses',
      id: course.id,
      values: { status: publish ? 'PUBLISHED' : 'DRAFT' },
      meta: { select: 'id' },
      successNotification: toast(publish ? texts.published : texts.unpublished, 'success'),
      errorNotification: toast(publish ? texts.publishFailed : texts.unpublishFailed, 'error'),
    })
  }

  return { toggle, busy: mutation.isPending }
}
