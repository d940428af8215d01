import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { saveFile } from '../../app/save-file'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useEventCallback } from '../../ui/use-event-callback'

/** Saves a lesson as Markdown, as it is stored now. The function never changes. */
export function useExportLesson() {
  const toasts = useToasts()
  const { mutate } = useAct({
    act: (id: string) => ({ name: 'lessons/export', input: { id } }),
    onSuccess: ({ name, bytes }) => {
      saveFile(name, bytes, 'text/markdown;charset=utf-8')
      toasts.succeeded(COURSE_TOASTS.lessonExported)
    },
    onError: () => toasts.failed(COURSE_TOASTS.lessonExportFailed),
  })
  return useEventCallback(mutate)
}
