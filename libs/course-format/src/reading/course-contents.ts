import { slugFromTitle } from '@rookies/data/course-editing/course-slug'
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'
import type { FindFile } from './file-finder'
import { type FrontMatter, readKeys } from './front-matter'
import type { CourseFile } from './read-files'
import type { Part, Summary } from './summary'
import { type Entry, mendYaml, type Remark } from './yaml-entries'

/** The key of the list of modules in `_course.yml`. */
export const CONTENTS_KEY = 'modules'

/** The list of modules and lessons in `_course.yml`. */
export interface CourseContents {
  /** The order of modules and lessons; null if the list contains none that can be read. */
  summary: Summary | null
  /** Values that the list gives to lessons, by the paths of the lessons' files. Front matter overrides them. */
  listedValues: ReadonlyMap<string, FrontMatter>
  /** Lessons that exist only in the list, as a video or a link, and have no text file. */
  bare: CourseFile[]
  remarks: Remark[]
}

const PATH_KEY = 'path'

/**
 * Returns the modules and lessons that `_course.yml` lists, in order (rules/courses#conventions); null if it lists
 * none. The line ends of the text must be `\n`.
 */
export function readContents(
  { path, text }: CourseFile,
  findFile: FindFile,
): CourseContents | null {
  const counter = new LineCounter()
  // readCourseFile() has already reported the lines that are not valid YAML.
  const yaml = mendYaml(text.replace(/^---[ \t]*(?=\n)/, ''))
  const { contents } = parseDocument(yaml, {
    lineCounter: counter,
    prettyErrors: false,
    uniqueKeys: false,
  })
  const listed = isMap(contents) ? contents.get(CONTENTS_KEY, true) : null
  if (!listed) return null
  const lineOf = (node: unknown) => counter.linePos((node as Node | null)?.range?.[0] ?? 0).line
  const read: Omit<CourseContents, 'summary'> & { listedValues: Map<string, FrontMatter> } = {
    listedValues: new Map(),
    bare: [],
    remarks: [],
  }
  const wrong = (node: unknown, message: string) => {
    read.remarks.push({ line: lineOf(node), message })
    return []
  }

  const lessonOf = (node: unknown): Part['entries'] => {
    const entries = isMap(node) ? scalarsOf(node, lineOf) : []
    const { values, remarks } = readKeys(entries.filter(({ key }) => key !== PATH_KEY))
    read.remarks.push(...remarks)
    const named = isScalar(node) ? node.value : entries.find(({ key }) => key === PATH_KEY)?.value
    const target = typeof named === 'string' ? named : fileOf(values.title)
    if (!target) return wrong(node, 'A lesson in the list has no path and no title.')
    const file = findFile(path, target)
    const isBare = typeof named !== 'string' && (values.video ?? values.link) !== undefined
    if (file === null && isBare) read.bare.push({ path: target, text: '' })
    // If a file is listed twice, the first entry counts.
    if (!read.listedValues.has(file ?? target)) read.listedValues.set(file ?? target, values)
    return [{ title: values.title ?? '', target, depth: 0, line: lineOf(node) }]
  }
  const partOf = (node: unknown): Part[] => {
    const [title, lessons] = isMap(node)
      ? [node.get('title'), node.get('lessons', true)]
      : [undefined, undefined]
    if (typeof title !== 'string' || !isSeq(lessons)) {
      return wrong(node, 'A module of the list needs a title and a list of lessons.')
    }
    return [{ title, entries: lessons.items.flatMap(lessonOf) }]
  }

  const parts = isSeq(listed)
    ? listed.items.flatMap(partOf)
    : wrong(listed, 'The value of "modules" is not a list and was ignored.')
  return { summary: parts.length === 0 ? null : { path, parts }, ...read }
}

/**
 * Returns a file name for a lesson that the list names only by its title. A title without Latin letters is used
 * unchanged.
 */
function fileOf(title: string | undefined): string | undefined {
  const name = title && (slugFromTitle(title) || title.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
  return name && `${name}.md`
}

function scalarsOf(map: YAMLMap, lineOf: (node: unknown) => number): Entry[] {
  return map.items.map(({ key, value }) => ({
    key: isScalar(key) ? String(key.value) : '',
    value: isScalar(value) ? value.value : value === null ? null : undefined,
    line: lineOf(key),
  }))
}
