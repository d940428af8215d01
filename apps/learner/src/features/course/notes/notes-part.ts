import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { LazyPart } from '../../../shared/lazy-part'

export interface LessonNotesProps {
  course: CourseOutline
  lesson: LessonBody
}

/** A person's notes on a lesson. The code loads after the lesson. */
export const lessonNotes = new LazyPart<LessonNotesProps>(() => import('./lesson-notes'))
