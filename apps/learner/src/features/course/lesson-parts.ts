import type { LessonType } from '@rookies/data/course-viewing/outline'
import { LazyPart } from '../../shared/lazy-part'
import { markdown } from './markdown'
import type { LessonReadingProps } from './reading/lesson-reading'

/** What draws a lesson of each type. The code loads when such a lesson opens. */
export const LESSON_PARTS: Record<LessonType, LazyPart<LessonReadingProps>> = {
  TEXT: markdown,
  VIDEO: new LazyPart<LessonReadingProps>(() => import('./video/video-lesson')),
  FILE: new LazyPart<LessonReadingProps>(() => import('./files/file-lesson')),
  EXTERNAL_LINK: new LazyPart<LessonReadingProps>(() => import('./external-link-card')),
  // The renderer of its brief loads with it.
  ASSIGNMENT: new LazyPart<LessonReadingProps>(() =>
    Promise.all([import('./assignment/assignment-lesson'), markdown.fetch()]).then(
      ([part]) => part,
    ),
  ),
}
