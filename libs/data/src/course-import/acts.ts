import { acts } from '../records/named'
import { type ImportMode, importCourse } from './import-course'
import type { ImportPayload } from './payload'
import type { Sent } from './send-lessons'

export const COURSE_IMPORT_ACTS = {
  ...acts(['courses'], {
    'courses/import':
      () =>
      (client, { payload, sent, mode }: { payload: ImportPayload; sent: Sent; mode: ImportMode }) =>
        importCourse(client, payload, sent, mode),
  }),
  ...acts(['courses', 'courses/history', 'courses/import_to_undo'], {
    'courses/undo_import': async () => (await import('./undo-import')).undoImport,
  }),
}
