import type { DataClient } from '../client'
import { courseFiles } from './course-files'
import { exportCourse } from './export-course'
import { exportLesson } from './export-lesson'
import { fileBytes } from './exported-file'
import { readAssets } from './read-assets'
import { zipFiles } from './zip-files'

// Both ways out in one module: what makes them is fetched once, when the first is wanted, and no screen before.

/** A file for the person to save. */
interface Download {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * A course as the zip of a folder that an import makes the same course of, its files included, named after its slug.
 * Throws DataError as `exportCourse` and `readAssets` do.
 */
export async function downloadCourse(
  source: { project: { url: string; key: string }; client: Pick<DataClient, 'auth' | 'rpc'> },
  courseId: string,
): Promise<Download> {
  const exported = await exportCourse(source.client, courseId)
  const assets = await readAssets(source, courseId, exported)
  return { name: `${exported.course.slug}.zip`, bytes: zipFiles(courseFiles(exported, assets)) }
}

/** A lesson as the file that stands for it in that folder. Throws DataError as `exportLesson` does. */
export async function downloadLesson(
  client: Pick<DataClient, 'rpc'>,
  lessonId: string,
): Promise<Download> {
  const file = await exportLesson(client, lessonId)
  return { name: file.path, bytes: fileBytes(file) }
}
