import { acts, byId } from '../records/named'
import { setCourseStatus } from './course-list'
import type { CourseOrder } from './course-order'
import { restoreContent } from './delete-content'
import { duplicateContent } from './duplicate-content'
import { reorderCourse } from './reorder-course'

export const COURSE_ACTS = {
  ...acts(['courses'], {
    'content/duplicate': () => duplicateContent,
    'content/restore': () => restoreContent,
    'courses/publish': () => byId((client, id) => setCourseStatus(client, id, 'PUBLISHED')),
    'courses/reorder':
      () =>
      (
        client,
        { id, wanted, expected }: { id: string; wanted: CourseOrder; expected: CourseOrder },
      ) =>
        reorderCourse(client, id, wanted, expected),
    'courses/unpublish': () => byId((client, id) => setCourseStatus(client, id, 'DRAFT')),
    'lessons/save': async () => (await import('./edited-lesson')).saveLesson,
  }),
  ...acts([], {
    'courses/check_links':
      () =>
      async (_client, { id }: { id: string }, _signal, { functions }) =>
        (await import('./course-check')).checkLinks(functions, id),
  }),
  ...acts(['courses', 'courses/history', 'lessons/edited', 'lessons/version', 'lessons/versions'], {
    'lessons/restore_version': async () => (await import('./lesson-versions')).restoreLessonVersion,
  }),
}
