import { byId, reads, withoutInput } from '../records/named'
import { readContentImpact } from './content-impact'
import { readCourseHistory } from './course-history'
import { readCourseTitles } from './course-list'
import { readBin } from './deleted-content'

export const COURSE_READS = {
  ...reads([], {
    'courses/where_hard': async () => (await import('./where-hard')).readWhereHard,
    /** This import is dynamic, because few people check a course. */
    'courses/check': async () => byId((await import('./course-check')).readCourseCheck),
    'courses/history': () => readCourseHistory,
    'courses/impact': () => readContentImpact,
    'courses/titles': () => withoutInput(readCourseTitles),
    /** These imports are dynamic, because the code is needed only when a dialog opens. */
    'lessons/edited':
      () =>
      async (client, { id }: { id: string }, signal) => {
        const { readEditedLesson } = await import('./edited-lesson')
        return { lesson: await readEditedLesson(client, id, signal) }
      },
    'lessons/version': async () => (await import('./lesson-versions')).readLessonVersion,
    'lessons/versions': async () => (await import('./lesson-versions')).readLessonVersions,
  }),
  ...reads(['courses'], {
    'courses/bin':
      () =>
      (client, { courseId }: { courseId: string | null }) =>
        readBin(client, courseId),
  }),
}
