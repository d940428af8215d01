import type { CourseExport, LessonExport } from '@rookies/data/course-export/exported-course'
import { type Zippable, zipSync } from 'fflate'
import { courseFiles, type ExportedFile, fileBytes, lessonFiles } from './write-course'

/** A file for the person to save. */
interface Download {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Returns a course with its files as a zip, named after its slug; an import makes the same course from it. */
export function courseDownload({ exported, assets }: CourseExport): Download {
  return { name: `${exported.course.slug}.zip`, bytes: zipFiles(courseFiles(exported, assets)) }
}

/**
 * Returns the file of a lesson in the export of its course, from which an import makes the same lesson
 * (rules/courses#export); for an exercise, a zip of this file and of the folder of the exercise.
 */
export function lessonDownload({ lesson, place, of }: LessonExport): Download {
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
