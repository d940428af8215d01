import { NO_VALID_VIDEO } from '../video/messages'
import { parseVideoLink, type VideoLink } from '../video/parse-video-link'
import { findDeadLinks } from './dead-links'
import { markdownName, numberOf, titleFromName } from './file-names'
import { takeTitle } from './first-heading'
import { type FrontMatter, type Remark, readFrontMatter, splitFrontMatter } from './front-matter'
import { cut, LIMITS, lengthOf } from './limits'
import { findLoneLink } from './lone-link'
import type { ImportedLesson } from './payload'
import { linesOf, type TextLine } from './text-lines'
import { isWebLink } from './web-link'

/** What one file of a course folder turned out to be. */
export interface ReadFile {
  /** Null when there is nothing in it to learn from, or nothing that can be taken. */
  lesson: ImportedLesson | null
  /** The title that the file itself gives, in front matter or as a level-1 heading. */
  ownTitle: string | null
  /** The place that front matter or the number in the name gives. */
  order: number | null
  remarks: (Omit<Remark, 'line'> & { line?: number })[]
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

function linkKind(url: string): LessonKind {
  return { ...TEXT, content_type: 'EXTERNAL_LINK', external_url: url }
}

function statedKind({ video, link }: FrontMatter, remark: (message: string) => void) {
  const found = video === undefined ? null : parseVideoLink(video)
  if (video !== undefined && found === null) remark(`${NO_VALID_VIDEO} in "video".`)
  if (link !== undefined && !isWebLink(link)) {
    remark('The value of "link" is not a web address (http or https) and was ignored.')
  } else if (link !== undefined && found !== null) {
    remark('There is a video and a link; the link was ignored.')
  } else if (link !== undefined) return linkKind(link)
  return found === null ? null : videoKind(found)
}

function joined(lines: TextLine[]): string {
  return lines
    .map((line) => line.text)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

/** The line on which the body begins: after the front matter and its two fences. */
function bodyLine(yaml: string | null): number {
  return yaml === null ? 1 : yaml.split('\n').length + (yaml === '' ? 2 : 3)
}

/**
 * In: a Markdown file of a course folder. Out: its lesson, with everything that could not be taken
 * as it stands. The type is VIDEO or EXTERNAL_LINK when front matter says so or a lone video or link
 * makes it one, the text being kept as content; TEXT otherwise.
 */
export function readLesson(path: string, source: string): ReadFile {
  const fileName = path.split('/').at(-1) ?? path
  const name = markdownName(fileName) ?? fileName
  const { yaml, body } = splitFrontMatter(source)
  const { values, remarks: found } = readFrontMatter(yaml ?? '', 2)
  const remarks: ReadFile['remarks'] = [...found]
  const remark = (message: string) => remarks.push({ message })

  const lines = linesOf(body, bodyLine(yaml))
  remarks.push(...findDeadLinks(lines))
  const heading = takeTitle(lines)
  const usesHeading =
    heading.title !== null && (values.title === undefined || values.title === heading.title)
  const afterTitle = usesHeading ? heading.rest : lines
  const ownTitle = values.title ?? heading.title

  const stated = statedKind(values, remark)
  const lone = stated === null ? findLoneLink(afterTitle) : null
  const kind =
    stated ?? (lone === null ? TEXT : lone.video ? videoKind(lone.video) : linkKind(lone.url))
  const content = joined(lone === null ? afterTitle : lone.rest)
  const order = values.order ?? numberOf(name)
  const left = { lesson: null, ownTitle, order, remarks }

  if (kind.content_type === 'TEXT' && content === '') {
    if (ownTitle === null && values.order === undefined)
      remark('The file is empty and was left out.')
    else remark('The file has no text, video or link and was left out.')
    return left
  }
  if (lengthOf(content) > LIMITS.content) {
    remark('The text is longer than 500,000 characters and was left out. Split the file in two.')
    return left
  }
  const title = ownTitle ?? titleFromName(name)
  if (lengthOf(title) > LIMITS.title) remark('The title is longer than 100 characters and was cut.')
  const description = values.description ?? null
  if (lengthOf(description ?? '') > LIMITS.lessonDescription) {
    remark('The description is longer than 2,000 characters and was cut.')
  }
  const lesson: ImportedLesson = {
    source_path: path,
    title: cut(title, LIMITS.title),
    ...kind,
    description: description && cut(description, LIMITS.lessonDescription),
    content: content === '' ? null : content,
    duration_sec: values.duration ?? 0,
    free_preview: values.free_preview ?? false,
  }
  return { lesson, ownTitle, order, remarks }
}
