import type { LessonFormValues } from '@rookies/data/course-editing/lesson-form'
import { createContext, useContext } from 'react'
import type { Uploads } from '../files/use-uploads'
import type { LessonEditor } from './use-lesson-editor'
import type { LessonFiles } from './use-lesson-files'

/** The lesson that the dialog edits. */
interface Lesson {
  /** The slug of its course. */
  slug: string
  /** Null for a new lesson. */
  lessonId: string | null
  /** Prefix of the fields' ids. */
  formId: string
  editor: LessonEditor
  files: LessonFiles
  uploads: Uploads
}

export const LessonContext = createContext<Lesson | null>(null)

export function useLesson(): Lesson {
  const lesson = useContext(LessonContext)
  if (!lesson) throw new Error('useLesson is for what stands in the lesson dialog')
  return lesson
}

/** Returns the lesson that the dialog edits. Throws while the form has no values yet. */
export function useLessonForm(): Lesson & { values: LessonFormValues } {
  const lesson = useLesson()
  const { values } = lesson.editor
  if (!values) throw new Error('useLessonForm is for what stands in the form of a lesson')
  return { ...lesson, values }
}
