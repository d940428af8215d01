import type { ImportedLesson, ImportIssue } from '@rookies/data/course-import/payload'
import type { DecodedText } from '@rookies/data/files/decode-text'
import { characterCount, LIMITS, shorten } from '@rookies/data/records/limits'
import { formatNumber } from '@rookies/data/wording'
import { type FolderOrders, folderOrders, statedPlace } from '../contents/folder-order'
import { findToolContents, isToolFile } from '../contents/tool-contents'
import type { FindIncluded } from '../dialects/includes'
import {
  CATEGORY_FILE,
  isTextFile,
  markdownName,
  numberOf,
  projectFile,
  titleFromName,
} from '../file-names'
import { ancestorsOf, folderOf, nameOf, pathIn, ROOT } from '../paths'
import { readAssignmentFiles } from './assignment-file'
import { type CourseAssets, courseAssets } from './course-assets'
import { readContents } from './course-contents'
import { type CourseFileValues, readCourseFile } from './course-file'
import { type FindFile, fileFinder, nameFinder, routesOf } from './file-finder'
import { topHeading } from './first-heading'
import { isDraft, readFrontMatter, splitFrontMatter } from './front-matter'
import { type NumberedNames, numberedNames } from './numbered-names'
import type { SortKey } from './ordering'
import { readExercises } from './read-exercise'
import { type CourseContext, DOUBTFUL_NUMBER, type ReadFile, readLesson } from './read-lesson'
import { findSummary, type Summary } from './summary'
import { linesOf, unixLines } from './text-lines'
import { translationFinder } from './translations'

/** A file of the folder: its relative path, with `/` as separator, and its text with unchanged line ends. */
export interface CourseFile extends DecodedText {
  path: string
  /** The size in bytes of a file that is not a text. Missing for texts. */
  size?: number
}

/** A folder with its lessons and the values that its files state for it. */
export interface Folder {
  path: string
  /** The id of the module if the folder comes from an export. */
  id: string | null
  ownTitle: string | null
  order: number | null
  lessons: {
    lesson: ImportedLesson
    place: SortKey
    exact: boolean
    isIndex: boolean
    /** The heading that became the lesson's title. */
    heading: string
  }[]
  /** Whether a file states that the folder is a module, such as `_module.yml`. */
  isDescribed: boolean
  /** The line at which the folder's own file marks the whole folder as a draft. */
  draftLine: number | null
}

const COURSE_FILE = /^_course\.ya?ml$/i
const MODULE_FILE = /^_module\.ya?ml$/i
const DRAFTS_FOLDER = /^_drafts$/i
const INDEX_FILE = /^(?:_?index|readme)\.(?:mdx?|markdown)$/i
/** Matches a file with a type in its front matter, as an export writes it. */
const HAS_TYPE = /^---\r?\n(?:(?!---)[^\n]*\n)*?type:[ \t]/

/** Reads the title, position and id of a folder from `_module.yml`. */
function readModuleFile(folder: Folder, source: string): ReadFile['remarks'] {
  folder.isDescribed = true
  const { values, lines, remarks } = readFrontMatter(source.replace(/^---[ \t]*(?=\n)/, ''), 1)
  if (isDraft(values)) folder.draftLine = lines.draft ?? lines.published ?? 1
  folder.ownTitle = values.title ?? folder.ownTitle
  folder.order = values.order ?? folder.order
  folder.id = values.id ?? folder.id
  return remarks
}

/** Reads the title and position of a folder from `_category_.json` or `.yml` of Docusaurus. JSON is valid YAML. */
function readCategoryFile(folder: Folder, source: string): ReadFile['remarks'] {
  folder.isDescribed = true
  const { values, remarks } = readFrontMatter(source, 1)
  folder.ownTitle ??= values.label ?? values.title ?? null
  folder.order ??= values.order ?? null
  // The other keys of a Docusaurus category concern the look of its page, so unknown keys get no remark.
  return values.label === undefined && values.order === undefined ? remarks : []
}

/** Reads `index.md` or `README.md`: the title of its folder, unless `_module.yml` has one, and the first lesson. */
function readIndex(
  folder: Folder,
  { path, text }: CourseFile,
  context: CourseContext,
): { remarks: ReadFile['remarks']; onlyNames: boolean } {
  const { lesson, ownTitle, heading, order, exact, remarks } = readLesson(path, text, context)
  folder.ownTitle ??= ownTitle
  folder.order ??= order
  if (lesson !== null) {
    const place = { order: Number.NEGATIVE_INFINITY, name: nameOf(path) }
    const titled = { ...lesson, title: 'Overview' }
    folder.lessons.push({ lesson: titled, place, exact, isIndex: true, heading })
  }
  return { remarks, onlyNames: lesson === null && ownTitle !== null }
}

function readMarkdown(
  folder: Folder,
  { path, text }: CourseFile,
  context: CourseContext,
): ReadFile['remarks'] {
  const { lesson, heading, order, exact, remarks } = readLesson(path, text, context)
  const stated = exact ? undefined : context.placeOf(path)
  const place = { order: stated?.order ?? order, name: nameOf(path) }
  if (lesson !== null) {
    const title = stated?.title ? shorten(stated.title, LIMITS.title) : lesson.title
    const titled = { ...lesson, title }
    folder.lessons.push({ lesson: titled, place, exact, isIndex: false, heading })
  }
  return remarks
}

/** Returns why a file cannot be read, as a sentence; null if it can. */
function refusal(
  file: CourseFile,
  seen: Map<string, string>,
  isTranslation: (path: string) => boolean,
  isListed: (path: string) => boolean,
): Omit<ImportIssue, 'path'> | null {
  const { path, text, brokenLine } = file
  const known = seen.get(path.toLowerCase())
  if (known !== undefined) {
    return known === path
      ? { message: 'The file is listed twice and was left out.' }
      : {
          message:
            'The file name differs from another one only in capital letters; the file was left out.',
          about: known,
        }
  }
  seen.set(path.toLowerCase(), path)
  if (characterCount(path) > LIMITS.sourcePath) {
    return {
      message: `The path is longer than ${formatNumber(LIMITS.sourcePath)} characters; the file was left out.`,
    }
  }
  if (isTranslation(path) && !isListed(path))
    return { message: 'The file is a translation and was left out.' }
  const name = nameOf(path)
  if (ancestorsOf(folderOf(path)).some((folder) => DRAFTS_FOLDER.test(nameOf(folder)))) {
    return { message: 'The file is in a folder of drafts and was left out.' }
  }
  if (
    name.startsWith('_') &&
    ![COURSE_FILE, MODULE_FILE, CATEGORY_FILE, INDEX_FILE].some((own) => own.test(name))
  ) {
    return { message: 'The name begins with "_", so the file was left out.' }
  }
  if (COURSE_FILE.test(name) && folderOf(path) !== ROOT) {
    return {
      message: 'This file only has a meaning in the top folder; it was left out.',
    }
  }
  if (!isTextFile(name)) return { message: 'The file is not Markdown and was left out.' }
  const foreign = projectFile(path)
  if (foreign !== null && !isListed(path) && !HAS_TYPE.test(text)) return { message: foreign }
  const zero = text.indexOf('\0')
  if (brokenLine === undefined && zero < 0) return null
  return {
    line: brokenLine ?? unixLines(text.slice(0, zero)).split('\n').length,
    message: 'The file is not UTF-8 text and was left out.',
  }
}

function emptyFolder(path: string): Folder {
  const nothing = { id: null, ownTitle: null, order: null, draftLine: null, isDescribed: false }
  return { path, lessons: [], ...nothing }
}

/** Removes draft folders with their content, and returns a remark for each of them. */
function dropDrafts(folders: Map<string, Folder>): ImportIssue[] {
  const drafts = [...folders.values()].filter(({ draftLine }) => draftLine !== null)
  const isIn = (path: string, draft: string) =>
    path === draft || draft === ROOT || path.startsWith(`${draft}/`)
  for (const path of [...folders.keys()]) {
    if (drafts.some((draft) => isIn(path, draft.path))) folders.delete(path)
  }
  return drafts.map(({ path, draftLine }) => ({
    path: pathIn(path, '_module.yml'),
    line: draftLine ?? 1,
    message: 'The folder is a draft and was left out with everything in it.',
    leftOut: true,
  }))
}

/** Returns the level-1 heading with which more than half of at least three files begin, the title of the book. */
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

/** Turns a folder that has only an index into a lesson of its parent folder, named after the folder. */
function foldSingleLessons(folders: Map<string, Folder>, numbers: NumberedNames): void {
  for (const folder of [...folders.values()].sort((a, b) => b.path.length - a.path.length)) {
    const { path, id, isDescribed, lessons, ownTitle } = folder
    const [only, ...others] = lessons
    const isLeaf = ![...folders.keys()].some((other) => other.startsWith(`${path}/`))
    if (path === ROOT || isDescribed || id !== null || !isLeaf) continue
    if (only === undefined || !only.isIndex || others.length > 0) continue
    const name = nameOf(path)
    const above = folderOf(path)
    const parent = folders.get(above) ?? emptyFolder(above)
    folders.set(above, parent)
    parent.lessons.push({
      ...only,
      isIndex: false,
      lesson: {
        ...only.lesson,
        title: shorten(ownTitle ?? titleFromName(name, numbers.isName(path)), LIMITS.title),
      },
      place: { order: folder.order ?? numbers.orderOf(path), name },
    })
    folders.delete(path)
  }
}

/** Matches folders whose texts are only included in other texts. */
const PARTS_FOLDER = /^(?:_?includes?|_?partials?|_?snippets?|_?fragments?|_?parts|shared)$/i

/** Removes the included texts in such a folder from the lessons. */
function dropParts(folders: Map<string, Folder>, used: ReadonlySet<string>): void {
  for (const folder of folders.values()) {
    if (!PARTS_FOLDER.test(nameOf(folder.path))) continue
    folder.lessons = folder.lessons.filter(({ lesson }) => !used.has(lesson.source_path))
  }
}

const BY_NAME = /(?<![\]\w])\[\[[^[\]\n]+\]\](?![([:])/

/** The result of reading a folder's files. */
export interface ReadFolder {
  /** The folders by path. */
  folders: Map<string, Folder>
  /** The values of `_course.yml`. */
  course: CourseFileValues
  issues: ImportIssue[]
  /** Finds the file that a link means. */
  findFile: FindFile
  assets: CourseAssets
  /** The table of contents; null if the course has none. */
  summary: Summary | null
  /** The title of the course in the settings of another tool. */
  siteTitle: string | null
  numbers: NumberedNames
  /** The order and titles that settings files give to folders. */
  orders: FolderOrders
  /** Files whose content was used without being a lesson: included texts, and files that state the order. */
  used: ReadonlySet<string>
}

/** Reads the files of a course, sorted and with normalized paths. `folderName` is the name of their folder. */
export function readFiles(all: CourseFile[], folderName: string): ReadFolder {
  const folders = new Map<string, Folder>()
  const { rest, exercises, issues } = readExercises(all)
  const { rest: files, tested, issues: ofTests } = readAssignmentFiles(rest)
  issues.push(...ofTests)
  const seen = new Map<string, string>()
  const used = new Set<string>()
  let course: CourseFileValues = {}
  const texts = files.map(({ path }) => path).filter((path) => markdownName(nameOf(path)) !== null)
  const sized = files.flatMap(({ path, size }) => (size === undefined ? [] : [{ path, size }]))
  const assets = courseAssets(sized, folderName)
  const own = files.find(({ path, brokenLine }) => COURSE_FILE.test(path) && !brokenLine)
  const contents = own && readContents({ ...own, text: unixLines(own.text) }, fileFinder(texts))
  const bare = contents?.bare ?? []
  if (own && contents) issues.push(...contents.remarks.map((one) => ({ path: own.path, ...one })))
  const findFile = fileFinder([...texts, ...bare.map(({ path }) => path)], {
    folderName,
    routes: routesOf(files),
  })
  const tools = findToolContents(files, findFile)
  const summary = contents?.summary ?? findSummary(files, findFile) ?? tools.summary
  if (summary !== null) used.add(summary.path)
  if (summary === null) {
    const message =
      "This file lists its pages in code that can't be read; the order comes from the files."
    issues.push(...tools.unread.map((path) => ({ path, message })))
  }
  const orders = folderOrders(files)
  for (const path of orders.sources) used.add(path)
  const numbers = numberedNames(texts)
  const doubtful = new Set(summary === null ? numbers.doubtful : [])
  const sources = new Map(
    all.flatMap(({ path, text }) => (text === '' ? [] : [[path, text] as const])),
  )
  const findSource = fileFinder([...sources.keys()], { folderName })
  const included: FindIncluded = (from, target) => {
    const path = findSource(from, target) ?? findSource(from, `/${target.replace(/^\.?\//, '')}`)
    if (path === null) return null
    used.add(path)
    return { path, text: sources.get(path) ?? '' }
  }
  const context: CourseContext = {
    findFile,
    bookTitle: repeatedTitle(files),
    assets,
    listedValues: (path) => contents?.listedValues.get(path),
    included,
    named: nameFinder([...texts, ...sized.map(({ path }) => path)]),
    isVault: files.some(({ text }) => text.includes('[[') && BY_NAME.test(text)),
    numbers,
    isDoubtful: (path) => doubtful.has(path),
    placeOf: (path) => statedPlace(orders, path),
    exerciseOf: (path) => exercises.get(path),
    testedOf: (path) => tested.get(path),
  }
  const isTranslation = translationFinder(texts)
  const listed = new Set(
    summary?.parts.flatMap(({ entries }) =>
      entries.map(({ target }) => findFile(summary.from ?? summary.path, target)),
    ),
  )
  const onlyNames: { folder: string; issues: ImportIssue[] }[] = []
  for (const file of [...files, ...bare]) {
    const isSummary = file.path === summary?.path && file.path !== own?.path
    const isOfTool = isToolFile(file.path) || orders.sources.includes(file.path)
    if (isSummary || file.size !== undefined || isOfTool) continue
    const refused = refusal(file, seen, isTranslation, (path) => listed.has(path))
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
    else if (INDEX_FILE.test(name)) {
      const read = readIndex(folder, file, context)
      remarks = read.onlyNames
        ? read.remarks.filter(({ line }) => line !== undefined)
        : read.remarks
      const others = read.remarks.filter((remark) => !remarks.includes(remark))
      onlyNames.push({
        folder: path,
        issues: others.map((remark) => ({ path: file.path, ...remark })),
      })
    } else remarks = readMarkdown(folder, file, context)
    for (const remark of remarks) issues.push({ path: file.path, ...remark })
  }
  issues.push(...dropDrafts(folders))
  dropParts(folders, used)
  for (const { folder, issues: unsaid } of onlyNames) {
    // An index without a text is not reported if its title was used for a module.
    const isNamed = [...folders.values()].some(
      ({ path, lessons }) =>
        lessons.length > 0 && (folder === ROOT || path === folder || path.startsWith(`${folder}/`)),
    )
    if (!isNamed) issues.push(...unsaid)
  }
  for (const folder of folders.values()) {
    const { path } = folder
    const place = statedPlace(orders, path)
    folder.ownTitle = place?.title ?? folder.ownTitle ?? orders.titles.get(path) ?? null
    folder.order = place?.order ?? folder.order
  }
  foldSingleLessons(folders, numbers)
  for (const folder of folders.values()) {
    const { path, id, ownTitle, order } = folder
    if (doubtful.has(path) && (ownTitle === null || order === null))
      issues.push({ path, message: DOUBTFUL_NUMBER })
    folder.order ??= id === null ? numbers.orderOf(path) : numberOf(nameOf(path))
  }
  return {
    ...{
      folders,
      course,
      findFile,
      assets,
      summary,
      siteTitle: tools.title ?? orders.siteTitle,
      numbers,
      orders,
      used,
    },
    issues: issues.filter(
      ({ path, leftOut, message }) => !(leftOut && used.has(path) && IS_PART.test(message)),
    ),
  }
}

/** Matches remarks about files that are not lessons. They are dropped for files whose text is included in a lesson. */
const IS_PART = /^(?:The file is not Markdown|The name begins with "_")/
