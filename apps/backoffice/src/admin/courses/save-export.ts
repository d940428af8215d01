import type { DataClient } from '@rookies/data/client'
import { exportZip } from '@rookies/data/course-export/export-zip'
import { saveFile } from '../../app/save-file'
import type { useToasts } from '../../app/toasts'

/** Fetches a course, hands it to the person as a zip, and says how it went. */
export async function saveExport(
  client: DataClient,
  toasts: ReturnType<typeof useToasts>,
  courseId: string,
): Promise<void> {
  try {
    const { name, bytes } = await exportZip(client, courseId)
    saveFile(name, bytes, 'application/zip')
    toasts.succeeded({ title: 'Success', text: 'Course exported' })
  } catch {
    toasts.failed({ title: 'Error', text: 'Failed to export course' })
  }
}
