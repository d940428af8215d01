import type { DataClient } from '../client'
import { courseFiles } from './course-files'
import { exportCourse } from './export-course'
import { exportLesson } from './export-lesson'
import { fileBytes } from './exported-file'
import { readAssets } from './read-assets'
import { zipFiles } from './zip-files'

// Both exports are in one module, which is loaded on demand.

/** A file for the person to save. */
interface Download {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Returns a course as a zip, named after its slug, with its files; an import makes the same course from it. Throws
 * DataError like `exportCourse` and `readAssets`.
 */
export async function downloadCourse(
  source: { project: { url: string; key: string }; client: Pick<DataClient, 'auth' | 'rpc'> },
  courseId: string,
): Promise<Download> {
  const exported = await exportCourse(source.client, courseId)
  const assets = await readAssets(source, courseId, exported)
  return { name: `${exported.course.slug}.zip`, bytes: zipFiles(courseFiles(exported, assets)) }
}

/** Returns a lesson as its file in that folder. Throws DataError like `exportLesson`. */
export async function downloadLesson(
  client: Pick<DataClient, 'rpc'>,
  lessonId: string,
): Promise<Download> {
  const file = await exportLesson(client, lessonId)
  return { name: file.path, bytes: fileBytes(file) }
}
