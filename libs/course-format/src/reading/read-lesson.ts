import {
  attachmentTitleError,
  attachmentUrlError,
} from '@rookies/data/course-editing/lesson-attachments'
import type { ImportedAttachment, ImportedLesson } from '@rookies/data/course-import/payload'
import type { ExercisePart } from '@rookies/data/exercises/exercise-part'
import { storedPath } from '@rookies/data/files/stored-file'
import { isWebLink } from '@rookies/data/links/web-link'
import { characterCount, LIMITS, shorten } from '@rookies/data/records/limits'
import { NO_VALID_VIDEO } from '@rookies/data/video/messages'
import { parseVideoLink, type VideoLink } from '@rookies/data/video/parse-video-link'
import type { StatedPlace } from '../contents/folder-order'
import type { FindIncluded } from '../dialects/includes'
import { PLAIN, plainMarkdown } from '../dialects/plain-markdown'
import { markdownName, numberOf, titleFromName } from '../file-names'
import type { TestPart } from './assignment-file'
import { writtenAssignment } from './assignment-keys'
import { findBrokenLinks } from './broken-links'
import type { CourseAssets } from './course-assets'
import type { FindFile } from './file-finder'
import { extractTitle } from './first-heading'
import {
  type FileType,
  type FrontMatter,
  isDraft,
  readFrontMatter,
  splitFrontMatter,
} from './front-matter'
import { findLoneLink } from './lone-link'
import type { NumberedNames } from './numbered-names'
import { linesOf, type TextLine, unixLines } from './text-lines'
import type { Remark } from './yaml-entries'

/** The result of reading one file of a course folder. */
export interface ReadFile {
  /** The lesson; null if the file contains no content, or none that can be read. */
  lesson: ImportedLesson | null
  /** The title in the file's front matter or its level-1 heading. */
  ownTitle: string | null
  /** The heading that became the title, as written; empty if there is none. */
  heading: string
  /** The position from front matter or from the number in the file's name. */
  order: number | null
  /** Whether the front matter has a type, as in an export, so that the text was read unchanged. */
  exact: boolean
  remarks: (Omit<Remark, 'line'> & { line?: number | undefined; leftOut?: true })[]
}

type LessonKind = Pick<
  ImportedLesson,
  'content_type' | 'video_provider' | 'video_asset_id' | 'video_start_sec' | 'external_url'
>

const TEXT: LessonKind = {
  content_type: 'TEXT',
  video_provider: 'NONE',
  video_asset_id: null,
  video_start_sec: 0,
  external_url: null,
}

function videoKind({ provider, assetId, startSec }: VideoLink): LessonKind {
  return {
    ...TEXT,
    content_type: 'VIDEO',
    video_provider: provider,
    video_asset_id: assetId,
    video_start_sec: startSec,
  }
}

const CONTENT_TYPES = {
  video: 'VIDEO',
  text: 'TEXT',
  link: 'EXTERNAL_LINK',
  file: 'FILE',
  assignment: 'ASSIGNMENT',
  exercise: 'EXERCISE',
} as const satisfies Record<FileType, LessonKind['content_type']>

function linkKind(url: string): LessonKind {
  return { ...TEXT, content_type: 'EXTERNAL_LINK', external_url: url }
}

/** Adds a remark. `key` is the front matter key whose line the remark is about. */
type AddRemark = (message: string, key?: keyof FrontMatter) => void

function statedVideo({ video, provider }: FrontMatter, remark: AddRemark): VideoLink | null {
  const found = video === undefined ? null : parseVideoLink(video, provider)
  if (video !== undefined && found === null) remark(`${NO_VALID_VIDEO} in "video".`, 'video')
  return found
}

function statedLink({ link }: FrontMatter, remark: AddRemark): string | null {
  if (link === undefined || isWebLink(link)) return link ?? null
  remark('The value of "link" is not a web address (http or https) and was ignored.', 'link')
  return null
}

function statedKind(values: FrontMatter, remark: AddRemark): LessonKind | null {
  const video = statedVideo(values, remark)
  const link = statedLink(values, remark)
  if (link !== null && video !== null) {
    remark('There is a video and a link; the link was ignored.', 'link')
  }
  return video !== null ? videoKind(video) : link === null ? null : linkKind(link)
}

/**
 * Returns the kind of a lesson whose file states its type. Values for other types are kept, as in the lesson dialog.
 */
function typedKind(type: FileType, values: FrontMatter, remark: AddRemark): LessonKind {
  const video = statedVideo(values, remark)
  const kind = video === null ? TEXT : videoKind(video)
  return {
    ...kind,
    content_type: CONTENT_TYPES[type],
    video_start_sec: values.start ?? kind.video_start_sec,
    external_url: statedLink(values, remark),
  }
}

function joined(lines: TextLine[]): string {
  return lines
    .map((line) => line.text)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

/** Returns the body unchanged, but with `\n` as line ends if a tool has converted the line ends of the whole file. */
function exactBody(source: string, body: string): string {
  return source.startsWith('---\n') ? splitFrontMatter(source).body : body
}

/** Returns the line on which the body begins, which is after the front matter and the two lines around it. */
function bodyLine(yaml: string | null): number {
  return yaml === null ? 1 : yaml.split('\n').length + (yaml === '' ? 2 : 3)
}

/** Returns the attachments that the database accepts, and adds a remark for each of the others. */
function usableAttachments(
  values: FrontMatter,
  place: (target: string) => string | null,
  remark: AddRemark,
): ImportedAttachment[] | undefined {
  const listed = values.attachments?.map(({ title, url }) => ({ title, url: place(url) ?? url }))
  if (listed !== undefined && listed.length > LIMITS.attachments) {
    remark('A lesson has at most 50 attachments; the others were left out.', 'attachments')
  }
  return listed?.slice(0, LIMITS.attachments).filter(({ title, url }) => {
    const wrong = attachmentTitleError(title.trim()) ?? attachmentUrlError(url.trim())
    if (wrong !== null) {
      remark(`${wrong}: the attachment "${title}" was left out.`, 'attachments')
    }
    return wrong === null
  })
}

/** Returns the exercise of a lesson. Adds a remark if the type in the lesson's file is a different one. */
function exerciseFor(
  exercise: ExercisePart | null | undefined,
  type: FileType | undefined,
  remark: AddRemark,
): ExercisePart | undefined {
  if (type === 'exercise' && exercise === undefined) {
    remark(
      'There is no folder with an exercise.yml for this text; an exercise that is there already stays as it is.',
      'type',
    )
  }
  if (type === undefined || type === 'exercise') return exercise ?? undefined
  if (exercise) {
    remark(`The exercise of this lesson was ignored, because "type" is ${type}.`, 'type')
  }
  return undefined
}

const NO_ASSIGNMENT =
  'The assignment.yml of this lesson was ignored, because the lesson is no assignment.'

/** Facts about the course that contains a file. */
export interface CourseContext {
  findFile: FindFile
  /** The level-1 heading at the beginning of most files, which is the title of the course. */
  bookTitle: string | null
  assets: Pick<CourseAssets, 'place' | 'has'>
  /** Returns the values that `_course.yml` has for a file. They are used where the file states none. */
  listedValues: (path: string) => FrontMatter | undefined
  /** Finds the files that a text includes. */
  included: FindIncluded
  /** Returns the path of the file with a name, in any folder. */
  named: (name: string) => string | null
  /** Whether the texts use Obsidian's links by name. */
  isVault: boolean
  /** Tells which numbers in names are positions. */
  numbers: Pick<NumberedNames, 'orderOf' | 'isName'>
  /** Returns whether it is unclear if a number is a position, which must be reported. */
  isDoubtful: (path: string) => boolean
  /** Returns the position that a settings file states for a file or folder. */
  placeOf: (path: string) => StatedPlace | undefined
  /** Returns the exercise of the lesson in a file; null for an exercise that was left out. */
  exerciseOf: (path: string) => ExercisePart | null | undefined
  /** Returns the values of the `assignment.yml` of the lesson in a file; undefined if the lesson has none. */
  testedOf: (path: string) => TestPart | undefined
}

/** The remark about a file or a folder whose number may be a position or a part of its name. */
export const DOUBTFUL_NUMBER =
  'The number at the start of the name was kept in the title; if it is a position, set "order" and "title".'

const ALONE: CourseContext = {
  findFile: () => null,
  bookTitle: null,
  assets: { place: () => null, has: () => false },
  listedValues: () => undefined,
  included: PLAIN.included,
  named: PLAIN.named,
  isVault: PLAIN.isVault,
  numbers: { orderOf: (path) => numberOf(path.split('/').at(-1) ?? path), isName: () => false },
  isDoubtful: () => false,
  placeOf: () => undefined,
  exerciseOf: () => undefined,
  testedOf: () => undefined,
}

/** Returns those lines of a text that are not in `rest`. */
function takenFrom(lines: readonly TextLine[], rest: readonly TextLine[]): string {
  const at = lines.findIndex((line, place) => line !== rest[place])
  return joined(lines.slice(at, at + lines.length - rest.length))
}

/**
 * Reads a Markdown file of a course folder, with unchanged line ends, as a lesson. Adds a remark for everything that
 * could not be imported unchanged. The text of a file with a `type` stays unchanged, as an export wrote it. Otherwise,
 * the type is VIDEO or EXTERNAL_LINK if front matter says so or the file consists mainly of one video or link (the text
 * is kept as content). A file with the folder of an exercise is EXERCISE, and all others are TEXT.
 */
export function readLesson(path: string, source: string, context: CourseContext = ALONE): ReadFile {
  const { findFile, bookTitle, assets, listedValues, numbers } = context
  const fileName = path.split('/').at(-1) ?? path
  const name = markdownName(fileName) ?? fileName
  const { yaml, body } = splitFrontMatter(unixLines(source))
  const { values: own, lines: keyLines, remarks: found } = readFrontMatter(yaml ?? '', 2)
  const values = own.type === undefined ? { ...listedValues(path), ...own } : own
  const order = values.order ?? (own.type === undefined ? numbers.orderOf(path) : numberOf(name))
  if (isDraft(values)) {
    const line = keyLines.draft ?? keyLines.published
    const message = 'The file is a draft and was left out.'
    const left: ReadFile['remarks'] = [{ line, message, leftOut: true }]
    return { lesson: null, ownTitle: null, heading: '', order, exact: false, remarks: left }
  }
  const remarks: ReadFile['remarks'] = [...found]
  const remark: AddRemark = (message, key) => remarks.push({ line: key && keyLines[key], message })
  const leave = (message: string) => remarks.push({ message, leftOut: true })

  const { type } = values
  const exact = type !== undefined
  const written = linesOf(body, bodyLine(yaml))
  const isMdx = /\.mdx$/i.test(fileName)
  const { lines, remarks: dialect } = exact
    ? { lines: written, remarks: [] }
    : plainMarkdown(written, { ...context, path, isMdx })
  remarks.push(...dialect)
  const place = (target: string) => assets.place(path, target)
  remarks.push(
    ...findBrokenLinks(lines, {
      isLesson: (target) => !exact && findFile(path, target) !== null,
      isAsset: (target) => assets.has(path, target),
    }),
  )
  const heading = exact ? { title: null, rest: lines } : extractTitle(lines, bookTitle)
  const usesHeading =
    heading.rest !== lines &&
    (values.title === undefined ||
      heading.title === null ||
      values.title.normalize('NFC') === heading.title)
  const afterTitle = usesHeading ? heading.rest : lines
  const ownTitle = values.title ?? heading.title ?? values.label ?? null

  const exercise = exerciseFor(context.exerciseOf(path), type, remark)
  const tested = context.testedOf(path)
  const isAssignment = type === 'assignment' || (type === undefined && tested && !exercise)
  if (tested && !isAssignment) remark(NO_ASSIGNMENT)
  const ofFolder = exercise ? 'exercise' : isAssignment ? 'assignment' : null
  const stated =
    type !== undefined
      ? typedKind(type, values, remark)
      : ofFolder === null
        ? statedKind(values, remark)
        : { ...(statedKind(values, remark) ?? TEXT), content_type: CONTENT_TYPES[ofFolder] }
  const lone = stated === null ? findLoneLink(afterTitle) : null
  const kind =
    stated ?? (lone === null ? TEXT : lone.video ? videoKind(lone.video) : linkKind(lone.url))
  const content =
    type === undefined ? joined(lone === null ? afterTitle : lone.rest) : exactBody(source, body)
  const taken = usesHeading ? takenFrom(lines, afterTitle) : ''
  const left = { lesson: null, ownTitle, heading: taken, order, exact, remarks }

  if (type === undefined && kind.content_type === 'TEXT' && content === '') {
    if (ownTitle === null && values.order === undefined)
      leave('The file is empty and was left out.')
    else leave('The file has no text, video or link and was left out.')
    return left
  }
  if (characterCount(content) > LIMITS.content) {
    leave('The text is longer than 500,000 characters and was left out. Split the file in two.')
    return left
  }
  const title = ownTitle ?? titleFromName(name, numbers.isName(path))
  const isPlaced = values.order !== undefined && ownTitle !== null
  if (!exact && !isPlaced && context.isDoubtful(path)) remark(DOUBTFUL_NUMBER)
  if (characterCount(title) > LIMITS.title)
    remark('The title is longer than 100 characters and was cut.', 'title')
  const description = values.description ?? null
  if (characterCount(description ?? '') > LIMITS.lessonDescription) {
    remark('The description is longer than 2,000 characters and was cut.', 'description')
  }
  const attachments = usableAttachments(values, place, remark)
  const file = values.file === undefined ? null : place(values.file)
  if (values.file !== undefined && file === null) {
    remark('The file named in "file" is missing.', 'file')
  }
  const lesson: ImportedLesson = {
    source_path: path,
    ...(values.id !== undefined && { id: values.id }),
    title: shorten(title, LIMITS.title),
    ...kind,
    description: description && shorten(description, LIMITS.lessonDescription),
    content: content === '' ? null : content,
    duration_sec: values.duration ?? 0,
    free_preview: values.free_preview ?? false,
    ...(attachments !== undefined && { attachments }),
    ...(exercise && { exercise }),
    ...(isAssignment && { assignment: writtenAssignment(values, remark, tested) }),
    ...(type !== undefined && {
      attachments: attachments ?? [],
      file_key: file === null ? (values.file_key ?? null) : storedPath(file),
      file_name: values.file_name ?? null,
      file_size: values.file_size ?? null,
    }),
  }
  return { lesson, ownTitle, heading: taken, order, exact, remarks }
}
