import { COURSE_FIELDS } from '../course-editing/course-form'
import { slugFromTitle } from '../course-editing/course-slug'
import type { FileType } from '../course-import/front-matter'
import { canonicalUrl } from '../video/embed-url'
import { parseVideoLink } from '../video/parse-video-link'
import type { ExportedCourse, ExportedLesson } from './export-course'
import { yamlLine, yamlText } from './yaml-line'

/** A file of an exported folder, path and text. */
export interface ExportedFile {
  path: string
  text: string
}

const TYPES: Record<ExportedLesson['content_type'], FileType> = {
  VIDEO: 'video',
  TEXT: 'text',
  EXTERNAL_LINK: 'link',
  FILE: 'file',
}

const LONGEST_NAME = 40

/** `03-why-we-read`: where it stands, as many digits as the last one has, and what it is called. */
function numbered(index: number, total: number, title: string, fallback: string): string {
  const digits = Math.max(2, String(total).length)
  const name = slugFromTitle(title).slice(0, LONGEST_NAME).replace(/-$/, '') || fallback
  return `${String(index + 1).padStart(digits, '0')}-${name}`
}

function videoLines(lesson: ExportedLesson): string {
  const url = canonicalUrl(lesson)
  if (url === null)
    return lesson.video_start_sec > 0 ? yamlLine('start', lesson.video_start_sec) : ''
  const isWhole = parseVideoLink(url)?.startSec === lesson.video_start_sec
  return yamlLine('video', url) + (isWhole ? '' : yamlLine('start', lesson.video_start_sec))
}

function attachmentLines({ attachments }: ExportedLesson): string {
  if (attachments.length === 0) return ''
  const links = attachments.map(
    ({ title, url }) => `  - title: ${yamlText(title)}\n    url: ${yamlText(url)}\n`,
  )
  return `attachments:\n${links.join('')}`
}

/** A lesson as a file that `readLesson` takes to the letter. */
function lessonText(lesson: ExportedLesson): string {
  const given = (key: string, value: string | number | boolean | null) =>
    value === null || value === '' || value === 0 || value === false ? '' : yamlLine(key, value)
  return [
    '---\n',
    yamlLine('title', lesson.title),
    yamlLine('type', TYPES[lesson.content_type]),
    given('description', lesson.description),
    given('duration', lesson.duration_sec),
    given('free_preview', lesson.free_preview),
    videoLines(lesson),
    given('link', lesson.external_url),
    attachmentLines(lesson),
    given('file_key', lesson.file_key),
    given('file_name', lesson.file_name),
    lesson.file_size === null ? '' : yamlLine('file_size', lesson.file_size),
    yamlLine('id', lesson.id),
    '---\n',
    lesson.content ?? '',
  ].join('')
}

/**
 * In: a course. Out: the folder that `readCourseFolder` makes the same course of, below a folder that is
 * named after the slug. The same course always gives the same files.
 */
export function courseFiles({ course, modules }: ExportedCourse): ExportedFile[] {
  const root = course.slug
  const head = COURSE_FIELDS.map((field) => yamlLine(field, course[field])).join('')
  return [
    { path: `${root}/_course.yml`, text: head },
    ...modules.flatMap((module, m) => {
      const folder = `${root}/${numbered(m, modules.length, module.title, 'module')}`
      return [
        {
          path: `${folder}/_module.yml`,
          text: yamlLine('title', module.title) + yamlLine('id', module.id),
        },
        ...module.lessons.map((lesson, l) => ({
          path: `${folder}/${numbered(l, module.lessons.length, lesson.title, 'lesson')}.md`,
          text: lessonText(lesson),
        })),
      ]
    }),
  ]
}
