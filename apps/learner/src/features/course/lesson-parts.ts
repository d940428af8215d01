import type { LessonType } from '@rookies/data/course-viewing/outline'
import { LazyPart } from '../../shared/lazy-part'
import { markdown } from './markdown'
import type { LessonReadingProps } from './reading/lesson-reading'

/** The component for each type of lesson. Its code loads when such a lesson opens. */
export const LESSON_PARTS: Record<LessonType, LazyPart<LessonReadingProps>> = {
  TEXT: markdown,
  VIDEO: new LazyPart<LessonReadingProps>(() => import('./video/video-lesson')),
  FILE: new LazyPart<LessonReadingProps>(() => import('./files/file-lesson')),
  EXTERNAL_LINK: new LazyPart<LessonReadingProps>(() => import('./external-link-card')),
  ASSIGNMENT: new LazyPart<LessonReadingProps>(() =>
    import('./assignment/load-assignment').then(({ loadAssignment }) => loadAssignment()),
  ),
  EXERCISE: new LazyPart<LessonReadingProps>(() =>
    import('./exercise/load-exercise').then(({ loadExercise }) => loadExercise()),
  ),
}
