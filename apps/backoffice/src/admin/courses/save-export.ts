import { exportZip } from '@rookies/data/course-export/export-zip'
import { dashboardKeys } from '@rookies/data/dashboard/keys'
import type { Backend } from '../../app/backend'
import { saveFile } from '../../app/save-file'
import type { useToasts } from '../../app/toasts'

/** Fetches a course, hands it to the person as a zip, and says how it went. */
export async function saveExport(
  { client, queries }: Backend,
  toasts: ReturnType<typeof useToasts>,
  courseId: string,
): Promise<void> {
  try {
    const { name, bytes } = await exportZip(client, courseId)
    saveFile(name, bytes, 'application/zip')
    toasts.succeeded({ title: 'Success', text: 'Course exported' })
    // Recent activity tells of it.
    await queries.invalidateQueries({ queryKey: dashboardKeys.all })
  } catch {
    toasts.failed({ title: 'Error', text: 'Failed to export course' })
  }
}
