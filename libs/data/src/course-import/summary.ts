import { plainWords } from './first-heading'
import type { fileFinder } from './lesson-links'
import { cut, LIMITS } from './limits'
import { unixLines } from './line-endings'
import { nameOf, ROOT } from './paths'
import type { ImportedLesson, ImportedModule, ImportIssue } from './payload'
import type { CourseFile } from './read-files'

const LINK = String.raw`\[((?:[^[\]\\]|\\.)*)\]\(\s*(?:<([^<>]*)>|([^\s()]*))[^)]*\)`
const ITEM = new RegExp(String.raw`^([ \t]*)[-*+][ \t]+(?:${LINK}|(\S.*))[ \t]*$`)
const ALONE = new RegExp(String.raw`^${LINK}[ \t]*$`)
const HEADING = /^#{1,6}[ \t]+(.+?)[ \t#]*$/
const ITS_OWN = /^(?:summary|table of contents|contents|toc)$/i

/** A line of a table of contents. */
interface Entry {
  title: string
  /** As it is written; empty for a chapter that is only named. */
  target: string
  /** 0 for the outermost. */
  depth: number
  line: number
}

/** Entries under one heading; null for those above any. */
export interface Part {
  title: string | null
  entries: Entry[]
}

function readParts(text: string): Part[] {
  const parts: Part[] = [{ title: null, entries: [] }]
  const indents: number[] = []
  for (const [at, written] of unixLines(text).split('\n').entries()) {
    const line = at + 1
    const heading = HEADING.exec(written)?.[1]
    if (heading !== undefined) {
      const title = plainWords(heading)
      indents.length = 0
      const isFirst = parts.every(({ title, entries }) => title === null && entries.length === 0)
      if (!(isFirst && ITS_OWN.test(title))) parts.push({ title, entries: [] })
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
    parts.at(-1)?.entries.push({ title: plainWords(title), target, depth, line })
  }
  return parts.filter(({ entries }) => entries.length > 0)
}

/** A table of contents that tells the order of a course, and where it lies. */
export interface Summary {
  path: string
  parts: Part[]
}

/**
 * In: the files of a course and what finds those that links mean. Out: the `SUMMARY.md` of mdBook and GitBook, which
 * lists what there is; null where there is none. A lesson that is only called so is no list of links.
 */
export function findSummary(
  files: readonly CourseFile[],
  findFile: ReturnType<typeof fileFinder>,
): Summary | null {
  const named = files
    .filter(({ path }) => /^summary\.md$/i.test(nameOf(path)))
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

/** Entries as modules: a part, a chapter with what is below it, or chapters in a row that have nothing below. */
function groupsOf({ parts }: Summary): { title: string | null; entries: Entry[] }[] {
  if (parts.some(({ title }) => title !== null)) return parts
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

/**
 * In: a table of contents, the lessons that were read, by path, what finds files, and the course's title. Out: the
 * modules in its order and with its titles; an issue for what it lists and is not there, and what is there and not
 * listed (rules/courses#conventions).
 */
export function modulesOf(
  summary: Summary,
  lessons: ReadonlyMap<string, ImportedLesson>,
  findFile: ReturnType<typeof fileFinder>,
  courseTitle: string,
): { modules: ImportedModule[]; issues: ImportIssue[] } {
  const issues: ImportIssue[] = []
  const taken = new Set<string>()
  const paths = new Set<string>()
  const say = (message: string, { target, line }: Entry) =>
    issues.push({ path: summary.path, line, message, about: target, leftOut: true })
  const take = (entry: Entry): ImportedLesson[] => {
    if (entry.target === '') return []
    const path = findFile(summary.path, entry.target)
    const lesson = path === null ? undefined : lessons.get(path)
    if (path === null) say('The table of contents lists what did not come along.', entry)
    if (path === null || lesson === undefined || taken.has(path)) return []
    taken.add(path)
    return [{ ...lesson, title: cut(entry.title || lesson.title, LIMITS.title) }]
  }
  const modules = groupsOf(summary).map(({ title, entries }): ImportedModule => {
    let path = title === null ? ROOT : cut(`${summary.path}#${title}`, LIMITS.sourcePath - 5)
    while (paths.has(path)) path += '+'
    paths.add(path)
    return {
      source_path: path,
      title: cut(title ?? courseTitle, LIMITS.title),
      lessons: entries.flatMap(take),
    }
  })
  for (const path of lessons.keys()) {
    if (taken.has(path)) continue
    const message = `The file is not in the table of contents (${nameOf(summary.path)}) and was left out.`
    issues.push({ path, message, leftOut: true })
  }
  return { modules: modules.filter((module) => module.lessons.length > 0), issues }
}
