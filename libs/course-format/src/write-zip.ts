import type { CourseExport, LessonExport } from '@rookies/data/course-export/exported-course'
import { type Zippable, zipSync } from 'fflate'
import { courseFiles, type ExportedFile, fileBytes, lessonFiles } from './write-course'

/** A file that the browser offers to save. */
interface Download {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Returns a course with its files as a zip, named after the course's slug. An import of the zip makes the same course.
 */
export function courseDownload({ exported, assets }: CourseExport): Download {
  return { name: `${exported.course.slug}.zip`, bytes: zipFiles(courseFiles(exported, assets)) }
}

/**
 * Returns a lesson as the file that the export of its course contains (rules/courses#export). An exercise is a zip with
 * this file and the folder of the exercise. An import makes the same lesson.
 */
export function lessonDownload({ lesson, place, of }: LessonExport): Download {
  const [file, ...others] = lessonFiles(lesson, place - 1, of)
  return others.length === 0
    ? { name: file.path, bytes: fileBytes(file) }
    : { name: file.path.replace(/\.md$/, '.zip'), bytes: zipFiles([file, ...others]) }
}

/** Returns a zip of the files in their order. The same files always give the same bytes. */
export function zipFiles(files: ExportedFile[]): Uint8Array<ArrayBuffer> {
  // Every entry has the earliest time that a zip can store, so that the bytes do not depend on the date of the export.
  const mtime = new Date(1980, 0, 1)
  const entries: Zippable = Object.fromEntries(
    // Pictures and archives are already compressed, so they are only stored.
    files.map((file) => [file.path, [fileBytes(file), { mtime, level: 'bytes' in file ? 0 : 9 }]]),
  )
  return zipSync(entries)
}
