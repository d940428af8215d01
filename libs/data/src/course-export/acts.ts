import { acts, byId } from '../records/named'

export const COURSE_EXPORT_ACTS = acts([], {
  'courses/export':
    () =>
    async (client, { id }: { id: string }, _signal, { project }) =>
      (await import('./export-course')).exportCourse({ project, client }, id),
  'lessons/export': async () => byId((await import('./export-course')).exportLesson),
})
