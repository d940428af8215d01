import { slugFromTitle } from '../course-editing/course-slug'
import type { CourseFileValues } from './course-file'
import { numberOf, titleFromName } from './file-names'
import { findDuplicates } from './find-duplicates'
import { characterCount, cut, LIMITS } from './limits'
import { compareSortKeys, compareSortPaths, type SortKey } from './ordering'
import {
  ancestorsOf,
  comparePaths,
  nameOf,
  normalisePath,
  pathProblem,
  printablePath,
  ROOT,
} from './paths'
import type { ImportedCourse, ImportedModule, ImportIssue, ImportPayload } from './payload'
import { type CourseFile, type Folder, readFiles } from './read-files'

/** What is known of the course besides its files. */
export interface CourseOptions extends Partial<ImportedCourse> {
  /** The folder's own name; the course is called after it unless something better is known. */
  folderName: string
}

type Folders = Map<string, Folder>

function placesOf(folder: Folder, folders: Folders): SortKey[] {
  return ancestorsOf(folder.path).map((path) => {
    const name = nameOf(path)
    return { order: folders.get(path)?.order ?? numberOf(name), name }
  })
}

/** `HTML CSS · Flexbox`: the titles of a folder and those it lies in, the outer ones dropped if need be. */
function moduleTitle(folder: Folder, folders: Folders): string {
  const parts = ancestorsOf(folder.path).map(
    (path) => folders.get(path)?.ownTitle ?? titleFromName(nameOf(path)),
  )
  while (parts.length > 1 && characterCount(parts.join(' · ')) > LIMITS.title) parts.shift()
  return parts.join(' · ')
}

function courseOf(
  options: CourseOptions,
  file: CourseFileValues,
  folders: Folders,
): ImportedCourse {
  const { folderName, slug, publish, ...known } = options
  const title =
    options.title ?? file.title ?? folders.get(ROOT)?.ownTitle ?? titleFromName(folderName)
  return {
    ...file,
    ...known,
    title,
    slug: slug ?? file.slug ?? slugFromTitle(title),
    publish: publish ?? false,
  }
}

/** Takes an id away from every row but the first that has it: a copied file is another lesson. */
function firstOfEachId(modules: ImportedModule[]): ImportIssue[] {
  const issues: ImportIssue[] = []
  const seen = new Map<string, string>()
  const rows = modules.flatMap((module) => [module, ...module.lessons])
  for (const row of rows) {
    if (row.id === undefined) continue
    const twin = seen.get(row.id)
    if (twin === undefined) {
      seen.set(row.id, row.source_path)
      continue
    }
    delete row.id
    const message = `The id is the same as in "${twin}"; this one is known by its path instead.`
    issues.push({ path: row.source_path, message })
  }
  return issues
}

/** What a folder turned out to be. */
export interface ReadCourse {
  course: ImportPayload
  /** Something beside the folder's name gives the course its title, so that one that is there takes it. */
  titleTold: boolean
  issues: ImportIssue[]
}

/**
 * A folder of Markdown as a course. In: its files in any order and what is known of the course besides.
 * Out: what `import_course` takes, and a line for everything that could not be taken as it stands.
 * Folders are modules, nested ones of their own, files are lessons. Order: front matter, then the
 * number in the name, then the name. The same files always give the same course. Ask `courseProblems`
 * before sending it.
 */
export function readCourseFolder(files: CourseFile[], options: CourseOptions): ReadCourse {
  const outside = files.flatMap(({ path }) => {
    const problem = pathProblem(path)
    if (problem === null) return []
    const message = `The file ${problem} and was left out.`
    return [{ path: printablePath(path), message, leftOut: true as const }]
  })
  const sorted = files
    .filter(({ path }) => pathProblem(path) === null)
    .map((file) => ({ ...file, path: normalisePath(file.path) }))
    .sort((a, b) => comparePaths(a.path, b.path))
  const { folders, course: file, issues } = readFiles(sorted)
  issues.push(...outside)
  const course = courseOf(options, file, folders)
  const modules = [...folders.values()]
    // A module that was exported empty is a module; a folder without lessons is none.
    .filter(({ lessons, id }) => lessons.length > 0 || id !== null)
    .sort((a, b) => compareSortPaths(placesOf(a, folders), placesOf(b, folders)))
    .map((folder) => {
      const title = folder.path === ROOT ? course.title : moduleTitle(folder, folders)
      if (folder.path !== ROOT && characterCount(title) > LIMITS.title) {
        const message = 'The title of the module is longer than 100 characters and was cut.'
        issues.push({ path: folder.path, message })
      }
      return {
        source_path: folder.path,
        ...(folder.id !== null && { id: folder.id }),
        title: cut(title, LIMITS.title),
        lessons: folder.lessons
          .sort((a, b) => compareSortKeys(a.place, b.place))
          .map(({ lesson }) => lesson),
      }
    })
  issues.push(...firstOfEachId(modules), ...findDuplicates(modules))
  issues.sort((a, b) => comparePaths(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0))
  const titleTold = options.title !== undefined || file.title !== undefined
  return { course: { course, modules }, titleTold, issues }
}
