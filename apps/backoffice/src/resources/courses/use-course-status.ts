import type { CatalogueCourse } from '@rookies/data/course-editing/course-list'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import type { Toast } from '@rookies/data/toasts'
import { useConfirmedAct } from '../../kit/use-confirmed-act'

/** The toasts of a screen on which courses are published and unpublished. */
export interface StatusToasts {
  published: Toast
  unpublished: Toast
  publishFailed: Toast
  unpublishFailed: Toast
}

export const CATALOGUE_STATUS_MESSAGES: StatusToasts = {
  published: COURSE_MESSAGES.published,
  unpublished: COURSE_MESSAGES.unpublished,
  publishFailed: COURSE_MESSAGES.statusFailed,
  unpublishFailed: COURSE_MESSAGES.statusFailed,
}

export const EDITOR_STATUS_MESSAGES: StatusToasts = {
  published: COURSE_MESSAGES.editorPublished,
  unpublished: COURSE_MESSAGES.editorUnpublished,
  publishFailed: COURSE_MESSAGES.publishFailed,
  unpublishFailed: COURSE_MESSAGES.unpublishFailed,
}

type Course = Pick<CatalogueCourse, 'id' | 'title' | 'status'>

/**
 * Publishes and unpublishes courses. `ask` opens the question of `CourseStatusDialog`; nothing happens before it is
 * confirmed.
 */
export function useCourseStatus(texts: StatusToasts) {
  return useConfirmedAct({
    act: ({ id, status }: Course) => ({
      name: status === 'DRAFT' ? 'courses/publish' : 'courses/unpublish',
      input: { id },
    }),
    done: ({ status }) => (status === 'DRAFT' ? texts.published : texts.unpublished),
    failed: ({ status }) => (status === 'DRAFT' ? texts.publishFailed : texts.unpublishFailed),
  })
}

export type CourseStatusActions = ReturnType<typeof useCourseStatus>
