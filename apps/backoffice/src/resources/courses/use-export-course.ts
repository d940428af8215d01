import { saveFile } from '../../app/save-file'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'

/** Saves a course as a zip file, as it is stored now. */
export function useExportCourse() {
  const toasts = useToasts()
  const { mutate, isPending } = useAct({
    act: (id: string) => ({ name: 'courses/export', input: { id } }),
    onSuccess: ({ name, bytes }) => {
      saveFile(name, bytes, 'application/zip')
      toasts.succeeded({ title: 'Success', text: 'Course exported' })
    },
    onError: () => toasts.failed({ title: 'Error', text: 'Failed to export course' }),
  })
  return { start: mutate, busy: isPending }
}
