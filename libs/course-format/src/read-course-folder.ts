import { slugFromTitle } from '@rookies/data/course-editing/course-slug'
import type {
  ImportedCourse,
  ImportedLesson,
  ImportedModule,
  ImportIssue,
  ReadCourse,
} from '@rookies/data/course-import/payload'
import { coverLink, storedPath } from '@rookies/data/files/stored-file'
import { printablePath } from '@rookies/data/files/unprintable'
import { characterCount, LIMITS, shorten } from '@rookies/data/records/limits'
import { type FolderOrders, statedPlace } from './contents/folder-order'
import { titleFromName } from './file-names'
import {
  ancestorsOf,
  comparePaths,
  folderOf,
  nameOf,
  normalisePath,
  pathProblem,
  ROOT,
} from './paths'
import type { CourseAssets } from './reading/course-assets'
import type { CourseFileValues } from './reading/course-file'
import { findDuplicates } from './reading/find-duplicates'
import { linkLessons } from './reading/lesson-links'
import type { NumberedNames } from './reading/numbered-names'
import { compareSortKeys, compareSortPaths, type SortKey } from './reading/ordering'
import { type CourseFile, type Folder, readFiles } from './reading/read-files'
import { type FolderLessons, modulesOf } from './reading/summary'
import { oneVersion } from './reading/versions'

/** Facts about the course that are not in its files. */
export interface CourseOptions extends Partial<ImportedCourse> {
  /** The name of the folder, which becomes the title of the course if nothing else gives a title. */
  folderName: string
}

/** The slug in links of a course without a slug. The import replaces it. */
const UNNAMED = 'course'

type Folders = Map<string, Folder>

/** The folders of a course, and the titles and positions that their names give if their files do not state any. */
interface Tree {
  folders: Folders
  numbers: NumberedNames
  orders: FolderOrders
}

function placesOf(folder: Folder, { folders, numbers, orders }: Tree): SortKey[] {
  return ancestorsOf(folder.path).map((path) => {
    const order =
      folders.get(path)?.order ?? statedPlace(orders, path)?.order ?? numbers.orderOf(path)
    return { order, name: nameOf(path) }
  })
}

/** Matches names of folders that only contain a course and are not a module. */
const CONTAINER =
  /^(?:docs?|src|content|contents|book|course|curriculum|lessons|chapters|modules|version-\d[\w.-]*)$/i

/** Returns the innermost folder that contains all modules, such as the folder of an archive, `docs`, or `src`. */
function courseFolder(folders: Folders): string {
  const modules = [...folders.values()].filter(
    ({ lessons, id }) => lessons.length > 0 || id !== null,
  )
  const isModule = (path: string) => modules.some((folder) => folder.path === path)
  let base = ROOT
  for (;;) {
    if (isModule(base) || folders.get(base)?.isDescribed) return base
    const depth = ancestorsOf(base).length
    const below = [...new Set(modules.map(({ path }) => ancestorsOf(path)[depth]))]
    const [only] = below
    if (only === undefined || below.length > 1) return base
    const leadsOn = modules.some(({ path }) => path.startsWith(`${only}/`))
    if (!leadsOn && !CONTAINER.test(nameOf(only))) return base
    base = only
  }
}

/**
 * Returns a title such as `HTML CSS · Flexbox` from a folder and its parents. Outer parents are left out if the title
 * would be too long.
 */
function moduleTitle(folder: Folder, base: string, { folders, numbers, orders }: Tree): string {
  const titleOf = (path: string) =>
    folders.get(path)?.ownTitle ??
    statedPlace(orders, path)?.title ??
    orders.titles.get(path) ??
    titleFromName(nameOf(path), numbers.isName(path))
  const parts = ancestorsOf(folder.path).slice(ancestorsOf(base).length).map(titleOf)
  while (parts.length > 1 && characterCount(parts.join(' · ')) > LIMITS.title) parts.shift()
  return parts.join(' · ')
}

function courseOf(
  options: CourseOptions,
  file: CourseFileValues,
  base: string,
  folders: Folders,
  siteTitle: string | null,
): ImportedCourse {
  const { folderName, slug, publish, ...known } = options
  const title =
    options.title ??
    file.title ??
    siteTitle ??
    folders.get(base)?.ownTitle ??
    titleFromName(folderName)
  return {
    ...file,
    ...known,
    title,
    slug: slug ?? file.slug ?? slugFromTitle(title),
    publish: publish ?? false,
  }
}

type Modules = { modules: ImportedModule[]; issues: ImportIssue[] }

/** Returns the modules of a course in order: each folder with lessons is one. */
function folderModules(tree: Tree, base: string, courseTitle: string): Modules {
  const issues: ImportIssue[] = []
  const modules = [...tree.folders.values()]
    // A folder without lessons becomes a module only if it was exported as an empty module, which has an id.
    .filter(({ lessons, id }) => lessons.length > 0 || id !== null)
    .sort((a, b) => compareSortPaths(placesOf(a, tree), placesOf(b, tree)))
    .map((folder) => {
      const title = folder.path === base ? courseTitle : moduleTitle(folder, base, tree)
      if (folder.path !== base && characterCount(title) > LIMITS.title) {
        const message = 'The title of the module is longer than 100 characters and was cut.'
        issues.push({ path: folder.path, message })
      }
      return {
        source_path: folder.path,
        ...(folder.id !== null && { id: folder.id }),
        title: shorten(title, LIMITS.title),
        lessons: folder.lessons
          .sort((a, b) => compareSortKeys(a.place, b.place))
          .map(({ lesson }) => lesson),
      }
    })
  return { modules, issues }
}

function lessonsByPath(folders: Folders): Map<string, ImportedLesson> {
  const lessons = [...folders.values()].flatMap((folder) => folder.lessons)
  return new Map(lessons.map(({ lesson }) => [lesson.source_path, lesson]))
}

/** Returns the lessons in a folder and its subfolders, grouped by folder: those of the folder itself come first. */
function lessonsIn(path: string, tree: Tree): FolderLessons[] {
  const isBelow = (each: string) => path === ROOT || each === path || each.startsWith(`${path}/`)
  const folders = new Map([...tree.folders].filter(([each]) => isBelow(each)))
  const { modules } = folderModules({ ...tree, folders }, path, '')
  return modules.map(({ source_path, title, lessons }) => ({
    title: source_path === path ? '' : title,
    lessons,
  }))
}

/** Removes an id from all modules and lessons except the first that has it, because a copied file is a new lesson. */
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
    const message = 'The id is the same as in another file; this one is known by its path instead.'
    issues.push({ path: row.source_path, message, about: twin })
  }
  return issues
}

/** Applies the cover that `_course.yml` names if it is a file of the folder. */
function withCover(file: CourseFileValues, assets: CourseAssets): CourseFileValues {
  if (!file.thumbnail_url) return file
  const path = storedPath(assets.place('_course.yml', file.thumbnail_url) ?? '')
  return path === null ? file : { ...file, thumbnail_url: coverLink(path) }
}

/**
 * Reads a folder of Markdown as a course. Takes its files in any order, and options. Returns the argument of
 * `import_course`, and an issue for everything that could not be imported unchanged. Each folder, also a nested one, is
 * a module; each file, and each folder with only an index, is a lesson (rules/courses#conventions). The order comes
 * from the list in `_course.yml` or a table of contents, else from front matter, then from the number in the name, then
 * from the name. The same files always give the same course. Check the result with `courseProblems` before sending it.
 */
export function readCourseFolder(files: CourseFile[], options: CourseOptions): ReadCourse {
  const outside = files.flatMap(({ path }) => {
    const problem = pathProblem(path)
    if (problem === null) return []
    const message = `The file ${problem} and was left out.`
    return [{ path: printablePath(path), message, leftOut: true as const }]
  })
  const { files: sorted, issues: ofOthers } = oneVersion(
    files
      .filter(({ path }) => pathProblem(path) === null)
      .map((file) => ({ ...file, path: normalisePath(file.path) }))
      .sort((a, b) => comparePaths(a.path, b.path)),
  )
  const read = readFiles(sorted, options.folderName)
  const { folders, course: stated, issues, findFile, assets, summary } = read
  const file = withCover(stated, assets)
  issues.push(...outside, ...ofOthers)
  const base = summary === null ? courseFolder(folders) : folderOf(summary.from ?? summary.path)
  const course = courseOf(options, file, base, folders, read.siteTitle)
  const { modules, issues: found } =
    summary === null
      ? folderModules(read, base, course.title)
      : modulesOf(summary, lessonsByPath(folders), findFile, course.title, (folder) =>
          lessonsIn(folder, read),
        )
  issues.push(...found)
  issues.push(...firstOfEachId(modules), ...findDuplicates(modules))
  const readLessons = [...folders.values()].flatMap(({ lessons }) => lessons)
  const exact = readLessons.flatMap((each) => (each.exact ? [each.lesson.source_path] : []))
  const headings = new Map(
    readLessons.map(({ lesson, heading }) => [lesson.source_path, heading] as const),
  )
  issues.push(
    ...linkLessons(modules, course.slug || UNNAMED, findFile, assets, new Set(exact), headings),
  )
  const named = assets.named()
  const taken = new Set(named.map(({ path }) => path))
  for (const { path, size } of sorted) {
    if (size === undefined || taken.has(path) || read.used.has(path)) continue
    issues.push({ path, message: 'The file is not Markdown and was left out.', leftOut: true })
  }
  issues.sort((a, b) => comparePaths(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0))
  const hasOwnTitle = options.title !== undefined || file.title !== undefined
  return { course: { course, modules }, hasOwnTitle, assets: named, issues }
}
