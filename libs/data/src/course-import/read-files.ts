import { markdownName, numberOf } from './file-names'
import { readFrontMatter } from './front-matter'
import { LIMITS, lengthOf } from './limits'
import type { Place } from './ordering'
import { folderOf, nameOf } from './paths'
import type { ImportedLesson, ImportIssue } from './payload'
import { type ReadFile, readLesson } from './read-lesson'

/** A file of the folder: its path from there, with `/`, and its text. */
export interface CourseFile {
  path: string
  text: string
}

/** A folder with what its files say. */
export interface Folder {
  path: string
  ownTitle: string | null
  order: number | null
  lessons: { lesson: ImportedLesson; place: Place }[]
}

const MODULE_FILE = /^_module\.ya?ml$/i
const INDEX_FILE = /^(?:_?index|readme)\.(?:md|markdown)$/i

/** `_module.yml`: title and order of its folder. */
function readModuleFile(folder: Folder, source: string): ReadFile['remarks'] {
  const { values, remarks } = readFrontMatter(source.replace(/^---[ \t]*(?=\n)/, ''), 1)
  folder.ownTitle = values.title ?? folder.ownTitle
  folder.order = values.order ?? folder.order
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
function refusal({ path, text }: CourseFile, seen: Map<string, string>): ImportIssue | null {
  const known = seen.get(path.toLowerCase())
  if (known !== undefined) {
    const twin = known === path ? 'is listed twice' : `differs from "${known}" only in capitals`
    return { path, message: `The file ${twin} and was left out.` }
  }
  seen.set(path.toLowerCase(), path)
  if (lengthOf(path) > LIMITS.sourcePath) {
    return { path, message: 'The path is longer than 1,000 characters; the file was left out.' }
  }
  if (!MODULE_FILE.test(nameOf(path)) && markdownName(nameOf(path)) === null) {
    return { path, message: 'The file is not Markdown and was left out.' }
  }
  const broken = text.search(/[\0\uFFFD]/)
  if (broken < 0) return null
  const line = text.slice(0, broken).split('\n').length
  return { path, line, message: 'The file is not UTF-8 text and was left out.' }
}

/** In: the files of a course, sorted, paths normalised. Out: its folders by path, and the issues. */
export function readFiles(files: CourseFile[]): {
  folders: Map<string, Folder>
  issues: ImportIssue[]
} {
  const folders = new Map<string, Folder>()
  const issues: ImportIssue[] = []
  const seen = new Map<string, string>()
  const isModuleFile = ({ path }: CourseFile) => MODULE_FILE.test(nameOf(path))
  for (const file of files) {
    const source = file.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
    const refused = refusal({ path: file.path, text: source }, seen)
    if (refused !== null) {
      issues.push(refused)
      continue
    }
    const path = folderOf(file.path)
    const folder = folders.get(path) ?? { path, ownTitle: null, order: null, lessons: [] }
    folders.set(path, folder)
    const read = INDEX_FILE.test(nameOf(file.path)) ? readIndex : readMarkdown
    const remarks = isModuleFile(file)
      ? readModuleFile(folder, source)
      : read(folder, file.path, source)
    for (const remark of remarks) issues.push({ path: file.path, ...remark })
  }
  for (const folder of folders.values()) folder.order ??= numberOf(nameOf(folder.path))
  return { folders, issues }
}
