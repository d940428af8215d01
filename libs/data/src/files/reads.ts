import { byId, reads } from '../records/named'

export const FILE_READS = reads(['courses'], {
  /** This import is dynamic, because only the media page needs the code. */
  'courses/files': async () => byId((await import('./course-files')).readCourseFiles),
})
