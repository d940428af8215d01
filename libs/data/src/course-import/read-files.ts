import { formatNumber } from '../wording'
import { type CourseFileValues, readCourseFile } from './course-file'
import { isTextFile, numberOf } from './file-names'
import { isDraft, readFrontMatter } from './front-matter'
import { characterCount, LIMITS } from './limits'
import { unixLines } from './line-endings'
import type { SortKey } from './ordering'
import { ancestorsOf, folderOf, nameOf, ROOT } from './paths'
import type { ImportedLesson, ImportIssue } from './payload'
import { type ReadFile, readLesson } from './read-lesson'

/** A file of the folder: its path from there, with `/`, and its text, line ends as they are. */
export interface CourseFile {
  path: string
  text: string
  /** The first line, counted from 1, that is not UTF-8. */
  brokenLine?: number
}

/** A folder with what its files say. */
export interface Folder {
  path: string
  /** The module that the folder was exported from. */
  id: string | null
  ownTitle: string | null
  order: number | null
  lessons: { lesson: ImportedLesson; place: SortKey }[]
  /** Where the folder's own file says that all of it is a draft. */
  draftLine: number | null
}

const COURSE_FILE = /^_course\.ya?ml$/i
const MODULE_FILE = /^_module\.ya?ml$/i
const DRAFTS_FOLDER = /^_drafts$/i
const INDEX_FILE = /^(?:_?index|readme)\.(?:md|markdown)$/i

/** `_module.yml`: title and order of its folder, and which module it is. */
function readModuleFile(folder: Folder, source: string): ReadFile['remarks'] {
  const { values, lines, remarks } = readFrontMatter(source.replace(/^---[ \t]*(?=\n)/, ''), 1)
  if (isDraft(values)) folder.draftLine = lines.draft ?? lines.published ?? 1
  folder.ownTitle = values.title ?? folder.ownTitle
  folder.order = values.order ?? folder.order
  folder.id = values.id ?? folder.id
  return remarks
}

/**
 * `index.md` and `README.md` name their folder where no `_module.yml` does; what text they have
 * besides is the first lesson.
 */
function readIndex(folder: Folder, path: string, source: string): ReadFile['remarks'] {
  const { lesson, ownTitle, order, remarks } = readLesson(path, source)
  folder.ownTitle ??= ownTitle
  folder.order ??= order
  if (lesson !== null) {
    const place = { order: Number.NEGATIVE_INFINITY, name: nameOf(path) }
    folder.lessons.push({ lesson: { ...lesson, title: 'Overview' }, place })
  }
  // One that only names its module has done all that it is for.
  const isDone = lesson === null && ownTitle !== null
  return isDone ? remarks.filter(({ line }) => line !== undefined) : remarks
}

function readMarkdown(folder: Folder, path: string, source: string): ReadFile['remarks'] {
  const { lesson, order, remarks } = readLesson(path, source)
  if (lesson !== null) folder.lessons.push({ lesson, place: { order, name: nameOf(path) } })
  return remarks
}

/** Why a file can't be read at all, or null. */
function refusal(file: CourseFile, seen: Map<string, string>): Omit<ImportIssue, 'path'> | null {
  const { path, text, brokenLine } = file
  const known = seen.get(path.toLowerCase())
  if (known !== undefined) {
    const twin = known === path ? 'is listed twice' : `differs from "${known}" only in capitals`
    return { message: `The file ${twin} and was left out.` }
  }
  seen.set(path.toLowerCase(), path)
  if (characterCount(path) > LIMITS.sourcePath) {
    return {
      message: `The path is longer than ${formatNumber(LIMITS.sourcePath)} characters; the file was left out.`,
    }
  }
  const name = nameOf(path)
  if (ancestorsOf(folderOf(path)).some((folder) => DRAFTS_FOLDER.test(nameOf(folder)))) {
    return { message: 'The file lies in a folder of drafts and was left out.' }
  }
  if (
    name.startsWith('_') &&
    ![COURSE_FILE, MODULE_FILE, INDEX_FILE].some((own) => own.test(name))
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
  return { path, id: null, ownTitle: null, order: null, lessons: [], draftLine: null }
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

/** In: the files of a course, sorted, paths normalised. Out: its folders by path, and the issues. */
export function readFiles(files: CourseFile[]): {
  folders: Map<string, Folder>
  course: CourseFileValues
  issues: ImportIssue[]
} {
  const folders = new Map<string, Folder>()
  const issues: ImportIssue[] = []
  const seen = new Map<string, string>()
  let course: CourseFileValues = {}
  for (const file of files) {
    const refused = refusal(file, seen)
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
    else if (INDEX_FILE.test(name)) remarks = readIndex(folder, file.path, file.text)
    else remarks = readMarkdown(folder, file.path, file.text)
    for (const remark of remarks) issues.push({ path: file.path, ...remark })
  }
  issues.push(...dropDrafts(folders))
  for (const folder of folders.values()) folder.order ??= numberOf(nameOf(folder.path))
  return { folders, course, issues }
}
