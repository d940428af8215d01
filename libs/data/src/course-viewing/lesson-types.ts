import type { LessonType } from './outline'

/** The labels of lesson types. */
export const LESSON_TYPES: Record<LessonType, string> = {
  VIDEO: 'Video',
  TEXT: 'Text',
  EXTERNAL_LINK: 'External Link',
  FILE: 'File',
}
