import { type Zippable, zipSync } from 'fflate'
import type { DataClient } from '../client'
import { parseLesson } from '../course-import/exported-lesson'
import { unwrap } from '../errors'
import { number, shape } from '../json'
import { courseFiles, type ExportedFile, fileBytes, lessonFiles } from './course-files'
import { exportCourse } from './export-course'
import { readAssets } from './read-assets'

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

export const parseLessonExport = shape({
  /** Its place in its module, from 1, and the number of lessons there. */
  place: number,
  of: number,
  lesson: parseLesson,
})

/**
 * Returns the file of a lesson in the export of its course, from which an import makes the same lesson
 * (rules/courses#export); for an exercise, a zip of this file and of the folder of the exercise. Each export is
 * recorded as `data.export`. Throws DataError: 42501 if the caller may not edit the course, or if the lesson was
 * deleted.
 */
export async function downloadLesson(
  client: Pick<DataClient, 'rpc'>,
  lessonId: string,
): Promise<Download> {
  const answer = unwrap(await client.rpc('export_lesson', { lesson_id: lessonId }))
  const { lesson, place, of } = parseLessonExport(answer)
  const [file, ...others] = lessonFiles(lesson, place - 1, of)
  return others.length === 0
    ? { name: file.path, bytes: fileBytes(file) }
    : { name: file.path.replace(/\.md$/, '.zip'), bytes: zipFiles([file, ...others]) }
}

/** Returns a zip of the files in their order; the same files always give the same bytes. */
export function zipFiles(files: ExportedFile[]): Uint8Array<ArrayBuffer> {
  // The earliest time in a zip, which is local time, so that the date of the export leaves no trace.
  const mtime = new Date(1980, 0, 1)
  const entries: Zippable = Object.fromEntries(
    // Pictures and archives are already compressed.
    files.map((file) => [file.path, [fileBytes(file), { mtime, level: 'bytes' in file ? 0 : 9 }]]),
  )
  return zipSync(entries)
}
