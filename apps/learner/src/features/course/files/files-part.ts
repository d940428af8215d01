import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { LazyPart } from '../../../shared/lazy-part'

/** What goes with a lesson to be opened: fetched where one has any. */
export const attachmentList = new LazyPart<{ lesson: LessonBody }>(async () => ({
  default: (await import('./attachments')).Attachments,
}))

/** A lesson that is a file: its code comes when one opens. */
export const fileLesson = new LazyPart<{ lesson: LessonBody }>(async () => ({
  default: (await import('./file-lesson')).FileLesson,
}))
