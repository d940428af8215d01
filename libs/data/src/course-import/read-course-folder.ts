import { slugFromTitle } from '../catalogue/course-slug'
import { numberOf, titleFromName } from './file-names'
import { findDoubles } from './find-doubles'
import { cut, LIMITS, lengthOf } from './limits'
import { byPlace, byPlaces, type Place } from './ordering'
import { chainOf, comparePaths, nameOf, normalisePath, ROOT } from './paths'
import type { ImportedCourse, ImportIssue, ImportPayload } from './payload'
import { type CourseFile, type Folder, readFiles } from './read-files'

/** What is known of the course besides its files. */
export interface CourseOptions extends Partial<ImportedCourse> {
  /** The folder's own name; the course is called after it unless something better is known. */
  folderName: string
}

type Folders = Map<string, Folder>

function placesOf(folder: Folder, folders: Folders): Place[] {
  return chainOf(folder.path).map((path) => {
    const name = nameOf(path)
    return { order: folders.get(path)?.order ?? numberOf(name), name }
  })
}

/** `HTML CSS · Flexbox`: the titles of a folder and those it lies in, the outer ones dropped if need be. */
function moduleTitle(folder: Folder, folders: Folders): string {
  const parts = chainOf(folder.path).map(
    (path) => folders.get(path)?.ownTitle ?? titleFromName(nameOf(path)),
  )
  while (parts.length > 1 && lengthOf(parts.join(' · ')) > LIMITS.title) parts.shift()
  return parts.join(' · ')
}

function courseOf(options: CourseOptions, folders: Folders): ImportedCourse {
  const { folderName, slug, publish, ...known } = options
  const title = options.title ?? folders.get(ROOT)?.ownTitle ?? titleFromName(folderName)
  return { ...known, title, slug: slug ?? slugFromTitle(title), publish: publish ?? false }
}

/**
 * A folder of Markdown as a course. In: its files in any order (a text that was not UTF-8 holds
 * U+FFFD) and what is known of the course besides. Out: what `import_course` takes, and a line for
 * everything that could not be taken as it stands. Folders are modules, nested ones of their own,
 * files are lessons. Order: front matter, then the number in the name, then the name. The same files
 * always give the same course. Ask `courseProblems` before sending it.
 */
export function readCourseFolder(
  files: CourseFile[],
  options: CourseOptions,
): { course: ImportPayload; issues: ImportIssue[] } {
  const sorted = files
    .map(({ path, text }) => ({ path: normalisePath(path), text }))
    .sort((a, b) => comparePaths(a.path, b.path))
  const { folders, issues } = readFiles(sorted)
  const course = courseOf(options, folders)
  const modules = [...folders.values()]
    .filter(({ lessons }) => lessons.length > 0)
    .sort((a, b) => byPlaces(placesOf(a, folders), placesOf(b, folders)))
    .map((folder) => {
      const title = folder.path === ROOT ? course.title : moduleTitle(folder, folders)
      if (folder.path !== ROOT && lengthOf(title) > LIMITS.title) {
        const message = 'The title of the module is longer than 100 characters and was cut.'
        issues.push({ path: folder.path, message })
      }
      return {
        source_path: folder.path,
        title: cut(title, LIMITS.title),
        lessons: folder.lessons
          .sort((a, b) => byPlace(a.place, b.place))
          .map(({ lesson }) => lesson),
      }
    })
  issues.push(...findDoubles(modules))
  issues.sort((a, b) => comparePaths(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0))
  return { course: { course, modules }, issues }
}
