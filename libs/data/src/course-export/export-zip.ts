import type { DataClient } from '../client'
import { courseFiles } from './course-files'
import { exportCourse } from './export-course'
import { zipFiles } from './zip-files'

/**
 * A course as the zip of a folder that an import makes the same course of, named after its slug. Throws
 * DataError as `exportCourse` does.
 */
export async function exportZip(
  client: Pick<DataClient, 'rpc'>,
  courseId: string,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const exported = await exportCourse(client, courseId)
  return { name: `${exported.course.slug}.zip`, bytes: zipFiles(courseFiles(exported)) }
}
