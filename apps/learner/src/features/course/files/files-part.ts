import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { LazyPart } from '../../../shared/lazy-part'

/** The attachments of a lesson. The code loads only if there are any. */
export const attachmentList = new LazyPart<{ lesson: LessonBody }>(async () => ({
  default: (await import('./attachments')).Attachments,
}))
