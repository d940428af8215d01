import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import type { Toast } from '@rookies/data/toasts'
import { saveFile } from '../../app/save-file'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useEventCallback } from '../../ui/use-event-callback'

interface Exporting {
  name: 'courses/export' | 'lessons/export'
  /** The file's media type. */
  type: string
  done: Toast
  failed: Toast
}

/** Saves a course as a zip file, as it is stored now. */
export const useExportCourse = () =>
  useExportContent({
    name: 'courses/export',
    type: 'application/zip',
    done: { title: 'Success', text: 'Course exported' },
    failed: { title: 'Error', text: 'Failed to export course' },
  })

/** Saves a lesson as Markdown, as it is stored now. */
export const useExportLesson = () =>
  useExportContent({
    name: 'lessons/export',
    type: 'text/markdown;charset=utf-8',
    done: COURSE_TOASTS.lessonExported,
    failed: COURSE_TOASTS.lessonExportFailed,
  })

/** `start` never changes. The export has succeeded once the browser has the file. */
function useExportContent({ name, type, done, failed }: Exporting) {
  const toasts = useToasts()
  const { mutateAsync, isPending } = useAct({ act: (id: string) => ({ name, input: { id } }) })
  const start = async (id: string) => {
    try {
      const file = await mutateAsync(id)
      saveFile(file.name, file.bytes, type)
      toasts.succeeded(done)
    } catch {
      toasts.failed(failed)
    }
  }
  return { start: useEventCallback(start), busy: isPending }
}
