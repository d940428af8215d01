import { byId, reads } from '../records/named'

export const FILE_READS = reads(['courses'], {
  /** The code that lists files is loaded only with its page. */
  'courses/files': async () => byId((await import('./course-files')).readCourseFiles),
})
