import { formatNumber } from '../wording'
import { type CourseAssets, courseAssets } from './course-assets'
import { readContents } from './course-contents'
import { type CourseFileValues, readCourseFile } from './course-file'
import { CATEGORY_FILE, isTextFile, markdownName, numberOf, titleFromName } from './file-names'
import { topHeading } from './first-heading'
import { isDraft, readFrontMatter, splitFrontMatter } from './front-matter'
import { fileFinder } from './lesson-links'
import { characterCount, cut, LIMITS } from './limits'
import { unixLines } from './line-endings'
import type { SortKey } from './ordering'
import { ancestorsOf, folderOf, nameOf, ROOT } from './paths'
import type { ImportedLesson, ImportIssue } from './payload'
import { type CourseContext, type ReadFile, readLesson } from './read-lesson'
import { findSummary, type Summary } from './summary'
import { linesOf } from './text-lines'
import { translationFinder } from './translations'

/** A file of the folder: its path from there, with `/`, and its text, line ends as they are. */
export interface CourseFile {
  path: string
  text: string
  /** The first line, counted from 1, that is not UTF-8. */
  brokenLine?: number
  /** Bytes of a file that is no text and may come along. */
  size?: number
}

/** A folder with what its files say. */
export interface Folder {
  path: string
  /** The module that the folder was exported from. */
  id: string | null
  ownTitle: string | null
  order: number | null
  lessons: { lesson: ImportedLesson; place: SortKey; exact: boolean; isIndex: boolean }[]
  /** A file beside the lessons speaks of the folder as a module. */
  isTold: boolean
  /** Where the folder's own file says that all of it is a draft. */
  draftLine: number | null
}

const COURSE_FILE = /^_course\.ya?ml$/i
const MODULE_FILE = /^_module\.ya?ml$/i
const DRAFTS_FOLDER = /^_drafts$/i
const INDEX_FILE = /^(?:_?index|readme)\.(?:md|markdown)$/i

/** `_module.yml`: title and order of its folder, and which module it is. */
function readModuleFile(folder: Folder, source: string): ReadFile['remarks'] {
  folder.isTold = true
  const { values, lines, remarks } = readFrontMatter(source.replace(/^---[ \t]*(?=\n)/, ''), 1)
  if (isDraft(values)) folder.draftLine = lines.draft ?? lines.published ?? 1
  folder.ownTitle = values.title ?? folder.ownTitle
  folder.order = values.order ?? folder.order
  folder.id = values.id ?? folder.id
  return remarks
}

/** `_category_.json` or `.yml` of Docusaurus: what its folder is called and where it stands. JSON is YAML too. */
function readCategoryFile(folder: Folder, source: string): ReadFile['remarks'] {
  folder.isTold = true
  const { values, remarks } = readFrontMatter(source, 1)
  folder.ownTitle ??= values.label ?? values.title ?? null
  folder.order ??= values.order ?? null
  // All else in it is about that tool's pages.
  return values.label === undefined && values.order === undefined ? remarks : []
}

/**
 * `index.md` and `README.md` name their folder where no `_module.yml` does; what text they have
 * besides is the first lesson.
 */
function readIndex(
  folder: Folder,
  { path, text }: CourseFile,
  context: CourseContext,
): ReadFile['remarks'] {
  const { lesson, ownTitle, order, exact, remarks } = readLesson(path, text, context)
  folder.ownTitle ??= ownTitle
  folder.order ??= order
  if (lesson !== null) {
    const place = { order: Number.NEGATIVE_INFINITY, name: nameOf(path) }
    const titled = { ...lesson, title: 'Overview' }
    folder.lessons.push({ lesson: titled, place, exact, isIndex: true })
  }
  // One that only names its module has done all that it is for.
  const isDone = lesson === null && ownTitle !== null
  return isDone ? remarks.filter(({ line }) => line !== undefined) : remarks
}

function readMarkdown(
  folder: Folder,
  { path, text }: CourseFile,
  context: CourseContext,
): ReadFile['remarks'] {
  const { lesson, order, exact, remarks } = readLesson(path, text, context)
  const place = { order, name: nameOf(path) }
  if (lesson !== null) folder.lessons.push({ lesson, place, exact, isIndex: false })
  return remarks
}

/** Why a file can't be read at all, or null. */
function refusal(
  file: CourseFile,
  seen: Map<string, string>,
  isTranslation: (path: string) => boolean,
): Omit<ImportIssue, 'path'> | null {
  const { path, text, brokenLine } = file
  const known = seen.get(path.toLowerCase())
  if (known !== undefined) {
    return known === path
      ? { message: 'The file is listed twice and was left out.' }
      : {
          message: 'The file differs from another one only in capitals and was left out.',
          about: known,
        }
  }
  seen.set(path.toLowerCase(), path)
  if (characterCount(path) > LIMITS.sourcePath) {
    return {
      message: `The path is longer than ${formatNumber(LIMITS.sourcePath)} characters; the file was left out.`,
    }
  }
  if (isTranslation(path)) return { message: 'The file is a translation and was left out.' }
  const name = nameOf(path)
  if (ancestorsOf(folderOf(path)).some((folder) => DRAFTS_FOLDER.test(nameOf(folder)))) {
    return { message: 'The file lies in a folder of drafts and was left out.' }
  }
  if (
    name.startsWith('_') &&
    ![COURSE_FILE, MODULE_FILE, CATEGORY_FILE, INDEX_FILE].some((own) => own.test(name))
  ) {
    return { message: 'The name begins with "_", so the file was left out.' }
  }
  if (COURSE_FILE.test(name) && folderOf(path) !== ROOT) {
    return {
      message: 'Only in the outermost folder does this file mean something; it was left out.',
    }
  }
  if (!isTextFile(name)) return { message: 'The file is not Markdown and was left out.' }
  const zero = text.indexOf('\0')
  if (brokenLine === undefined && zero < 0) return null
  return {
    line: brokenLine ?? unixLines(text.slice(0, zero)).split('\n').length,
    message: 'The file is not UTF-8 text and was left out.',
  }
}

function emptyFolder(path: string): Folder {
  const nothing = { id: null, ownTitle: null, order: null, draftLine: null, isTold: false }
  return { path, lessons: [], ...nothing }
}

/** Takes drafts and all that lies in them away; says so, once for each folder that calls itself one. */
function dropDrafts(folders: Map<string, Folder>): ImportIssue[] {
  const drafts = [...folders.values()].filter(({ draftLine }) => draftLine !== null)
  const isIn = (path: string, draft: string) =>
    path === draft || draft === ROOT || path.startsWith(`${draft}/`)
  for (const path of [...folders.keys()]) {
    if (drafts.some((draft) => isIn(path, draft.path))) folders.delete(path)
  }
  return drafts.map(({ path, draftLine }) => ({
    path: path === ROOT ? '_module.yml' : `${path}/_module.yml`,
    line: draftLine ?? 1,
    message: 'The folder is a draft and was left out, with all that lies in it.',
    leftOut: true,
  }))
}

/** The heading of level 1 that opens more than half of three or more files: the title of the book, in each chapter. */
function repeatedTitle(files: CourseFile[]): string | null {
  const texts = files.filter(({ path }) => markdownName(nameOf(path)) !== null)
  const counts = new Map<string, number>()
  for (const { text } of texts) {
    const title = topHeading(linesOf(splitFrontMatter(unixLines(text)).body, 1))
    if (title !== null) counts.set(title, (counts.get(title) ?? 0) + 1)
  }
  for (const [title, count] of counts) if (count >= 3 && count * 2 > texts.length) return title
  return null
}

/** A folder that holds nothing but its index is a lesson of the folder that it lies in, and called as it is. */
function foldSingleLessons(folders: Map<string, Folder>): void {
  for (const folder of [...folders.values()].sort((a, b) => b.path.length - a.path.length)) {
    const { path, id, isTold, lessons, ownTitle } = folder
    const [only, ...others] = lessons
    const isLeaf = ![...folders.keys()].some((other) => other.startsWith(`${path}/`))
    if (path === ROOT || isTold || id !== null || !isLeaf) continue
    if (only === undefined || !only.isIndex || others.length > 0) continue
    const name = nameOf(path)
    const above = folderOf(path)
    const parent = folders.get(above) ?? emptyFolder(above)
    folders.set(above, parent)
    parent.lessons.push({
      ...only,
      isIndex: false,
      lesson: { ...only.lesson, title: cut(ownTitle ?? titleFromName(name), LIMITS.title) },
      place: { order: folder.order ?? numberOf(name), name },
    })
    folders.delete(path)
  }
}

/**
 * In: the files of a course, sorted, paths normalised. Out: its folders by path, what its own file says, the issues,
 * what finds the files that links mean, and the table of contents, if there is one.
 */
export function readFiles(files: CourseFile[]): {
  folders: Map<string, Folder>
  course: CourseFileValues
  issues: ImportIssue[]
  findFile: CourseContext['findFile']
  assets: CourseAssets
  summary: Summary | null
} {
  const folders = new Map<string, Folder>()
  const issues: ImportIssue[] = []
  const seen = new Map<string, string>()
  let course: CourseFileValues = {}
  const texts = files.map(({ path }) => path).filter((path) => markdownName(nameOf(path)) !== null)
  const assets = courseAssets(
    files.flatMap(({ path, size }) => (size === undefined ? [] : [{ path, size }])),
  )
  const own = files.find(({ path, brokenLine }) => COURSE_FILE.test(path) && !brokenLine)
  const contents = own && readContents({ ...own, text: unixLines(own.text) }, fileFinder(texts))
  const bare = contents?.bare ?? []
  if (own && contents) issues.push(...contents.remarks.map((one) => ({ path: own.path, ...one })))
  const context: CourseContext = {
    findFile: fileFinder([...texts, ...bare.map(({ path }) => path)]),
    bookTitle: repeatedTitle(files),
    assets,
    told: (path) => contents?.told.get(path),
  }
  const isTranslation = translationFinder(texts)
  const summary = contents?.summary ?? findSummary(files, context.findFile)
  for (const file of [...files, ...bare]) {
    const isSummary = file.path === summary?.path && file.path !== own?.path
    if (isSummary || file.size !== undefined) continue
    const refused = refusal(file, seen, isTranslation)
    if (refused !== null) {
      issues.push({ path: file.path, ...refused, leftOut: true })
      continue
    }
    const name = nameOf(file.path)
    const path = folderOf(file.path)
    const folder = folders.get(path) ?? emptyFolder(path)
    folders.set(path, folder)
    let remarks: ReadFile['remarks']
    if (COURSE_FILE.test(name)) ({ values: course, remarks } = readCourseFile(unixLines(file.text)))
    else if (MODULE_FILE.test(name)) remarks = readModuleFile(folder, unixLines(file.text))
    else if (CATEGORY_FILE.test(name)) remarks = readCategoryFile(folder, unixLines(file.text))
    else if (INDEX_FILE.test(name)) remarks = readIndex(folder, file, context)
    else remarks = readMarkdown(folder, file, context)
    for (const remark of remarks) issues.push({ path: file.path, ...remark })
  }
  issues.push(...dropDrafts(folders))
  foldSingleLessons(folders)
  for (const folder of folders.values()) folder.order ??= numberOf(nameOf(folder.path))
  return { folders, course, issues, findFile: context.findFile, assets, summary }
}
