import type { LessonType } from './outline'

/** What people call the kinds of lessons. */
export const LESSON_TYPES: Record<LessonType, string> = {
  VIDEO: 'Video',
  TEXT: 'Text',
  EXTERNAL_LINK: 'External Link',
  FILE: 'File',
}
