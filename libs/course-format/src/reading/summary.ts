import type {
  ImportedLesson,
  ImportedModule,
  ImportIssue,
} from '@rookies/data/course-import/payload'
import { LIMITS, shorten } from '@rookies/data/records/limits'
import { folderOf, nameOf, ROOT } from '../paths'
import type { FindFile } from './file-finder'
import { plainText } from './first-heading'
import { splitFrontMatter } from './front-matter'
import type { CourseFile } from './read-files'
import { unixLines } from './text-lines'

const LINK = String.raw`\[((?:[^[\]\\]|\\.)*)\]\(\s*(?:<([^<>]*)>|((?:[^\s()]|\([^\s()]*\))*))[^)]*\)`
const ITEM = new RegExp(String.raw`^([ \t]*)(?:[-*+]|\d{1,3}[.)])[ \t]+(?:${LINK}|(\S.*))[ \t]*$`)
const ALONE = new RegExp(String.raw`^${LINK}[ \t]*$`)
const HEADING = /^(#{1,6})[ \t]+(.+?)[ \t#]*$/
const ITS_OWN = /^(?:summary|table of contents|contents|toc)$/i

/** A line of a table of contents. */
interface Entry {
  title: string
  /** The path or address as written; empty for a chapter without a page. */
  target: string
  /** The level of nesting, 0 for the outermost. */
  depth: number
  line: number
  /** The folder whose whole content is inserted here, in its usual order. */
  folder?: string
}

/** The entries below one heading. The title is null for entries before the first heading. */
export interface Part {
  title: string | null
  entries: Entry[]
}

function readParts(text: string): Part[] {
  const parts: Part[] = [{ title: null, entries: [] }]
  const indents: number[] = []
  const whole = unixLines(text)
  const lines = splitFrontMatter(whole).body.split('\n')
  const firstLine = whole.split('\n').length - lines.length + 1
  // A single level-1 heading at the beginning is the title of the table of contents, not of a part.
  const topHeadings = lines.filter((each) => /^#[ \t]/.test(each)).length
  for (const [at, written] of lines.entries()) {
    const line = at + firstLine
    const [, marks, heading] = HEADING.exec(written) ?? []
    const level = marks?.length
    if (heading !== undefined) {
      const title = plainText(heading)
      indents.length = 0
      const isFirst = parts.every(({ title, entries }) => title === null && entries.length === 0)
      const isTitle = ITS_OWN.test(title) || (level === 1 && topHeadings === 1)
      if (!(isFirst && isTitle)) parts.push({ title, entries: [] })
      continue
    }
    const [, space = '', linked, bracketed, bare, named] = ITEM.exec(written) ?? []
    const [, alone, aloneIn, aloneBare] = ALONE.exec(written) ?? []
    const title = linked ?? alone ?? named
    if (title === undefined) continue
    const indent = alone === undefined ? space.replaceAll('\t', '    ').length : 0
    while (indents.length > 0 && (indents.at(-1) ?? 0) >= indent) indents.pop()
    const depth = indents.length
    if (alone === undefined) indents.push(indent)
    const target = bracketed ?? bare ?? aloneIn ?? aloneBare ?? ''
    parts.at(-1)?.entries.push({ title: plainText(title), target, depth, line })
  }
  return parts.filter(({ entries }) => entries.length > 0)
}

/** A table of contents, which states the order of a course, and the path of its file. */
export interface Summary {
  path: string
  /** The path that the addresses are relative to, if that is not the path of the file. */
  from?: string
  parts: Part[]
}

/**
 * Returns the order from `SUMMARY.md` (mdBook, GitBook) or `_sidebar.md` (Docsify); null if the course has neither. A
 * lesson with such a name, which is not a list of links, is ignored.
 */
export function findSummary(files: readonly CourseFile[], findFile: FindFile): Summary | null {
  const named = files
    .filter(({ path }) => /^(?:summary|_sidebar)\.md$/i.test(nameOf(path)))
    .sort((one, other) => one.path.split('/').length - other.path.split('/').length)
  for (const { path, text } of named) {
    const parts = readParts(text)
    const entries = parts.flatMap((part) => part.entries)
    const files = entries.filter(({ target }) => findFile(path, target) !== null)
    const lines = unixLines(text).split('\n')
    const filled = lines.filter((line) => /\w/.test(line) && !HEADING.test(line)).length
    if (files.length >= 2 && files.length * 2 >= filled) return { path, parts }
  }
  return null
}

interface Group {
  title: string | null
  entries: Entry[]
}

/**
 * Groups entries into modules: a part is one, a chapter with nested chapters is one, and so are consecutive chapters
 * without nested ones.
 */
function groupsOf({ parts }: Summary): Group[] {
  if (parts.some(({ title }) => title !== null)) {
    // The first group outside of parts is named after the course, and others after their first page.
    return parts.map(({ title, entries }, at) => ({
      title: title ?? (at === 0 ? null : entries[0]?.title || null),
      entries,
    }))
  }
  const groups: { title: string | null; entries: Entry[]; open: boolean }[] = []
  const entries = parts.flatMap((part) => part.entries)
  for (const [at, entry] of entries.entries()) {
    const last = groups.at(-1)
    if (entry.depth > 0 && last) last.entries.push(entry)
    else if ((entries[at + 1]?.depth ?? 0) > 0) {
      groups.push({ title: entry.title, entries: [entry], open: false })
    } else if (last?.open) last.entries.push(entry)
    else
      groups.push({ title: groups.length === 0 ? null : entry.title, entries: [entry], open: true })
  }
  return groups
}

/** The lessons of a folder, in order, and the title of the folder; null for the folder that the caller asked for. */
export interface FolderLessons {
  title: string
  lessons: readonly ImportedLesson[]
}

/**
 * Returns the modules in the order and with the titles of a table of contents. Adds an issue for each listed file that
 * is missing, and for each file that is not listed (rules/courses#conventions). Takes the lessons by path, the finder
 * of files, the course's title, and a function that returns the lessons below a folder.
 */
export function modulesOf(
  summary: Summary,
  lessons: ReadonlyMap<string, ImportedLesson>,
  findFile: FindFile,
  courseTitle: string,
  inFolder: (folder: string) => readonly FolderLessons[],
): { modules: ImportedModule[]; issues: ImportIssue[] } {
  const issues: ImportIssue[] = []
  const taken = new Set<string>()
  const paths = new Set<string>()
  const from = summary.from ?? summary.path
  const addIssue = (message: string, { target, line }: Entry) =>
    issues.push({
      path: summary.path,
      ...(line > 0 && { line }),
      message,
      about: target,
      leftOut: true,
    })
  const take = (entry: Entry): ImportedLesson[] => {
    if (entry.target === '') return []
    const path = findFile(from, entry.target)
    const lesson = path === null ? undefined : lessons.get(path)
    if (path === null) addIssue('The table of contents lists a file that is missing.', entry)
    if (path === null || lesson === undefined || taken.has(path)) return []
    taken.add(path)
    return [{ ...lesson, title: shorten(entry.title || lesson.title, LIMITS.title) }]
  }
  const moduleOf = (title: string | null, lessons: ImportedLesson[]): ImportedModule => {
    let path = title === null ? ROOT : shorten(`${summary.path}#${title}`, LIMITS.sourcePath - 5)
    while (paths.has(path)) path += '+'
    paths.add(path)
    return { source_path: path, title: shorten(title || courseTitle, LIMITS.title), lessons }
  }
  // A file that has its own entry is left out where its whole folder is inserted.
  const listed = new Set(
    summary.parts.flatMap(({ entries }) =>
      entries.flatMap(({ target }) => (target === '' ? [] : [findFile(from, target) ?? ''])),
    ),
  )
  const takeFolder = (folder: string) =>
    inFolder(
      [folderOf(from), folder].filter((part) => part !== ROOT && part !== '').join('/') || ROOT,
    ).map(({ title, lessons }) => ({
      title,
      lessons: lessons.filter(({ source_path }) => {
        const isNew = !taken.has(source_path) && !listed.has(source_path)
        if (isNew) taken.add(source_path)
        return isNew
      }),
    }))
  const modules = groupsOf(summary).flatMap(({ title, entries }): ImportedModule[] => {
    const own: ImportedLesson[] = []
    const inner: ImportedModule[] = []
    const module = moduleOf(title, own)
    for (const entry of entries) {
      if (entry.folder === undefined) own.push(...take(entry))
      else {
        for (const group of takeFolder(entry.folder)) {
          if (group.title === '') own.push(...group.lessons)
          else if (group.lessons.length > 0) {
            inner.push(
              moduleOf([title ?? '', group.title].filter(Boolean).join(' · '), [...group.lessons]),
            )
          }
        }
      }
    }
    // A section without a title is named after its first page.
    if (title === '') module.title = own[0]?.title ?? module.title
    return [module, ...inner]
  })
  for (const path of lessons.keys()) {
    if (taken.has(path)) continue
    const message = `The file is not in the table of contents (${nameOf(summary.path)}) and was left out.`
    issues.push({ path, message, leftOut: true })
  }
  return { modules: modules.filter((module) => module.lessons.length > 0), issues }
}
