import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import type { ActAnswer } from '@rookies/data/refine/acts'
import type { Toast } from '@rookies/data/toasts'
import { saveFile } from '../../app/save-file'
import { useToasts } from '../../app/toasts'
import { type Call, useAct } from '../../app/use-act'
import { useEventCallback } from '../../ui/use-event-callback'

type Exported = 'courses/export' | 'lessons/export'

type WriteZip = typeof import('@rookies/course-format/write-zip')

interface Exporting<N extends Exported> {
  act: (id: string) => Call<N>
  write: (files: WriteZip, answer: ActAnswer<N>) => ReturnType<WriteZip['courseDownload']>
  /** The file's media type. */
  type: string
  done: Toast
  failed: Toast
}

/** Saves a course as a zip file, as it is stored now. */
export const useExportCourse = () =>
  useExportContent({
    act: (id) => ({ name: 'courses/export', input: { id } }),
    write: (files, answer) => files.courseDownload(answer),
    type: 'application/zip',
    done: { title: 'Success', text: 'Course exported' },
    failed: { title: 'Error', text: 'Failed to export course' },
  })

/** Saves a lesson as Markdown, as it is stored now. */
export const useExportLesson = () =>
  useExportContent({
    act: (id) => ({ name: 'lessons/export', input: { id } }),
    write: (files, answer) => files.lessonDownload(answer),
    type: 'text/markdown;charset=utf-8',
    done: COURSE_MESSAGES.lessonExported,
    failed: COURSE_MESSAGES.lessonExportFailed,
  })

/** Exports content as a file. Each render returns the same `start`, so that memoized rows do not render again. */
function useExportContent<N extends Exported>({ act, write, type, done, failed }: Exporting<N>) {
  const toasts = useToasts()
  const { mutateAsync, isPending } = useAct({ act })
  const start = async (id: string) => {
    try {
      // The code that writes the file loads at the same time as the content.
      const [answer, files] = await Promise.all([
        mutateAsync(id),
        import('@rookies/course-format/write-zip'),
      ])
      const file = write(files, answer)
      saveFile(file.name, file.bytes, type)
      toasts.succeeded(done)
    } catch {
      toasts.failed(failed)
    }
  }
  return { start: useEventCallback(start), busy: isPending }
}
