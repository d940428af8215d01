import { stringify } from 'yaml'
import { COURSE_FIELDS } from '../course-editing/course-form'
import { slugFromTitle } from '../course-editing/course-slug'
import { assignmentKeys } from '../course-import/assignment-keys'
import type { ExportedLesson } from '../course-import/exported-lesson'
import type { FileType } from '../course-import/front-matter'
import { canonicalUrl } from '../video/embed-url'
import { parseVideoLink } from '../video/parse-video-link'
import type { ExportedCourse } from './export-course'
import { type AssetPlaces, type ExportedAsset, placesOf, withPlaces } from './exported-assets'

const TYPES: Record<ExportedLesson['content_type'], FileType> = {
  VIDEO: 'video',
  TEXT: 'text',
  EXTERNAL_LINK: 'link',
  FILE: 'file',
  ASSIGNMENT: 'assignment',
}

const LONGEST_NAME = 40

/** Returns a name such as `03-why-we-read`: the position, with as many digits as the last one has, and the title. */
function numbered(index: number, total: number, title: string, fallback: string): string {
  const digits = Math.max(2, String(total).length)
  const name = slugFromTitle(title).slice(0, LONGEST_NAME).replace(/-$/, '') || fallback
  return `${String(index + 1).padStart(digits, '0')}-${name}`
}

/**
 * Strings such as `yes`, which older YAML reads as booleans, are quoted. Values are on one line, because `---` alone
 * would end the front matter. Quoted values are JSON, because the library's own quotes lose a line of spaces.
 */
const asYaml = (values: object) =>
  stringify(values, {
    compat: 'yaml-1.1',
    nullStr: '',
    lineWidth: 0,
    blockQuote: false,
    doubleQuotedAsJSON: true,
  })

function videoOf(lesson: ExportedLesson) {
  const video = canonicalUrl(lesson) ?? undefined
  const told = video === undefined ? 0 : parseVideoLink(video)?.startSec
  const start = told === lesson.video_start_sec ? undefined : lesson.video_start_sec
  return { video, start }
}

const NOWHERE: AssetPlaces = new Map()

/** Returns a lesson as a file that `readLesson` reads exactly. */
function lessonText(exported: ExportedLesson, places: AssetPlaces): string {
  const { lesson, file } = withPlaces(exported, places, '../')
  const head = asYaml({
    title: lesson.title,
    type: TYPES[lesson.content_type],
    description: lesson.description || undefined,
    duration: lesson.duration_sec || undefined,
    free_preview: lesson.free_preview || undefined,
    ...videoOf(lesson),
    link: lesson.external_url || undefined,
    attachments: lesson.attachments.length > 0 ? lesson.attachments : undefined,
    ...(lesson.assignment && assignmentKeys(lesson.assignment)),
    file,
    file_key: lesson.file_key || undefined,
    file_name: lesson.file_name || undefined,
    file_size: lesson.file_size ?? undefined,
    id: lesson.id,
  })
  return `---\n${head}---\n${lesson.content ?? ''}`
}

/**
 * Returns the file of a lesson in its module's folder. Takes its position from 0, the number of lessons, and where the
 * course's files lie; without that, links to stored files stay unchanged.
 */
export function lessonFile(
  lesson: ExportedLesson,
  index: number,
  total: number,
  places: AssetPlaces = NOWHERE,
): { path: string; text: string } {
  const path = `${numbered(index, total, lesson.title, 'lesson')}.md`
  return { path, text: lessonText(lesson, places) }
}

/**
 * Returns the folder of a course, named after its slug, from which `readCourseFolder` makes the same course. The same
 * course always gives the same files.
 */
export function courseFiles(
  { course, modules }: ExportedCourse,
  assets: readonly ExportedAsset[] = [],
): ExportedFile[] {
  const root = course.slug
  const places = placesOf(assets)
  const cover = places.get(course.thumbnail_url ?? '')
  const fields = cover === undefined ? course : { ...course, thumbnail_url: cover }
  const head = asYaml(Object.fromEntries(COURSE_FIELDS.map((field) => [field, fields[field]])))
  return [
    { path: `${root}/_course.yml`, text: head },
    ...modules.flatMap((module, m) => {
      const folder = `${root}/${numbered(m, modules.length, module.title, 'module')}`
      return [
        {
          path: `${folder}/_module.yml`,
          text: asYaml({ title: module.title, id: module.id }),
        },
        ...module.lessons.map((lesson, l) => {
          const { path, text } = lessonFile(lesson, l, module.lessons.length, places)
          return { path: `${folder}/${path}`, text }
        }),
      ]
    }),
    ...assets.map(({ link, bytes }) => ({ path: `${root}/${places.get(link)}`, bytes })),
  ]
}

/** A file of an exported folder: its path, and its text or its bytes. */
export type ExportedFile = { path: string } & (
  | { text: string }
  | { bytes: Uint8Array<ArrayBuffer> }
)

/** Returns the bytes of a file, for a zip or a disk. */
export function fileBytes(file: ExportedFile): Uint8Array<ArrayBuffer> {
  return 'bytes' in file ? file.bytes : new TextEncoder().encode(file.text)
}
