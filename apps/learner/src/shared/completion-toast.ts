import type { OutlineLesson } from '@rookies/data/courses/outline'
import { SAVED_WHEN_ONLINE } from '@rookies/data/progress/messages'
import { dismissToast, showToast } from '../ui/toast-store'

const told = new Map<string, number>()

/** Says that a lesson is complete, with a way to undo it (rules/learning#complete). */
export function tellCompletion(
  { id, title }: Pick<OutlineLesson, 'id' | 'title'>,
  undo: () => void,
): void {
  told.set(
    id,
    showToast({
      tone: 'success',
      title: 'Lesson completed',
      message: navigator.onLine ? title : `${title}. ${SAVED_WHEN_ONLINE}`,
      action: { label: 'Undo', onSelect: undo },
    }),
  )
}

/** Takes back what was told of a lesson that is not complete after all. */
export function takeBackCompletionToast(lessonId: string): void {
  const toast = told.get(lessonId)
  if (toast !== undefined) dismissToast(toast)
  told.delete(lessonId)
}
