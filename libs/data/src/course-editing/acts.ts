import { type ImportMode, importCourse } from '../course-import/import-course'
import type { ImportPayload } from '../course-import/payload'
import type { Sent } from '../course-import/send-lessons'
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
    'courses/import':
      () =>
      (client, { payload, sent, mode }: { payload: ImportPayload; sent: Sent; mode: ImportMode }) =>
        importCourse(client, payload, sent, mode),
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
    /** The code that creates a zip file is loaded only for an export. */
    'courses/export':
      () =>
      async (client, { id }: { id: string }, _signal, { project }) =>
        (await import('../course-export/export-course')).exportCourse({ project, client }, id),
    'lessons/export': async () =>
      byId((await import('../course-export/export-course')).exportLesson),
  }),
  ...acts(['courses', 'courses/history', 'courses/import_to_undo'], {
    'courses/undo_import': async () => (await import('../course-import/undo-import')).undoImport,
  }),
  ...acts(['courses', 'courses/history', 'lessons/edited', 'lessons/version', 'lessons/versions'], {
    'lessons/restore_version': async () => (await import('./lesson-versions')).restoreLessonVersion,
  }),
}
