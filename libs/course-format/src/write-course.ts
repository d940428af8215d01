import { COURSE_FIELDS } from '@rookies/data/course-editing/course-form'
import { slugFromTitle } from '@rookies/data/course-editing/course-slug'
import type { ExportedAsset, ExportedCourse } from '@rookies/data/course-export/exported-course'
import type { ExportedLesson } from '@rookies/data/course-import/exported-lesson'
import type { ExercisePart } from '@rookies/data/exercises/exercise-part'
import { canonicalUrl } from '@rookies/data/video/embed-url'
import { parseVideoLink } from '@rookies/data/video/parse-video-link'
import { HIDDEN_PATH, TESTS_PATH } from '@rookies/exercise-engine/test-files'
import { stringify } from 'yaml'
import { ASSIGNMENT_FILE, testKeys } from './reading/assignment-file'
import { assignmentKeys } from './reading/assignment-keys'
import { inOrder, SOLUTION, STARTER } from './reading/exercise-paths'
import type { FileType } from './reading/front-matter'
import { type AssetPlaces, placesOf, withPlaces } from './writing/exported-assets'

const TYPES: Record<ExportedLesson['content_type'], FileType> = {
  VIDEO: 'video',
  TEXT: 'text',
  EXTERNAL_LINK: 'link',
  FILE: 'file',
  ASSIGNMENT: 'assignment',
  EXERCISE: 'exercise',
}

const LONGEST_NAME = 40

/**
 * Returns a name such as `03-why-we-read` from the position and the title. The position has as many digits as that of
 * the last item.
 */
function numbered(index: number, total: number, title: string, fallback: string): string {
  const digits = Math.max(2, String(total).length)
  const name = slugFromTitle(title).slice(0, LONGEST_NAME).replace(/-$/, '') || fallback
  return `${String(index + 1).padStart(digits, '0')}-${name}`
}

/**
 * Writes YAML. Strings such as `yes`, which older parsers read as booleans, get quotes. Each value is on one line,
 * because a `---` line would end the front matter. Quoted values are written as JSON, because the quotes of the YAML
 * library lose a line of spaces.
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
  const linkStart = video === undefined ? 0 : parseVideoLink(video)?.startSec
  const start = linkStart === lesson.video_start_sec ? undefined : lesson.video_start_sec
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
 * Returns the files of a lesson in the folder of its module: its text, and the folder of its exercise or of its
 * `assignment.yml`. Takes its position from 0, the number of lessons, and the paths of the course's files in the export.
 * Without these paths, links to stored files stay unchanged.
 */
export function lessonFiles(
  lesson: ExportedLesson,
  index: number,
  total: number,
  places: AssetPlaces = NOWHERE,
): [ExportedText, ...ExportedText[]] {
  const name = numbered(index, total, lesson.title, 'lesson')
  const exercise = lesson.exercise ? exerciseFiles(lesson.exercise) : []
  const tested = lesson.assignment && testKeys(lesson.assignment)
  return [
    { path: `${name}.md`, text: lessonText(lesson, places) },
    ...exercise.map(({ path, text }) => ({ path: `${name}/${path}`, text })),
    ...(tested ? [{ path: `${name}/${ASSIGNMENT_FILE}`, text: asYaml(tested) }] : []),
  ]
}

/** Returns the files in the folder of an exercise, which `readExercises` reads (rules/courses#export). */
function exerciseFiles(part: ExercisePart): ExportedText[] {
  const { language, time_ms, hints, solution_after, practice, files, solution } = part
  const settings = asYaml({
    language: language.toLowerCase(),
    time_ms,
    solution_after: solution_after ?? undefined,
    practice: practice || undefined,
    hints: hints.length > 0 ? hints : undefined,
    files: namesUnless(files, inOrder(files, [])),
    solution_files: namesUnless(solution, inOrder(solution, files)),
  })
  const inFolder = (folder: string, texts: readonly ExportedText[]) =>
    texts.map(({ path, text }) => ({ path: `${folder}/${path}`, text }))
  return [
    { path: 'exercise.yml', text: settings },
    ...inFolder(STARTER, files),
    { path: TESTS_PATH, text: part.tests },
    ...(part.hidden === '' ? [] : [{ path: HIDDEN_PATH, text: part.hidden }]),
    ...inFolder(SOLUTION, solution),
  ]
}

/**
 * Returns the names of files in their order; undefined if an import would sort the files in the same way without a
 * list.
 */
function namesUnless(files: readonly ExportedText[], usual: readonly ExportedText[]) {
  const isUsual = files.every((file, at) => file === usual[at])
  return isUsual ? undefined : files.map(({ path }) => path).join(', ')
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
        ...module.lessons.flatMap((lesson, l) =>
          lessonFiles(lesson, l, module.lessons.length, places).map(({ path, text }) => ({
            path: `${folder}/${path}`,
            text,
          })),
        ),
      ]
    }),
    ...assets.map(({ link, bytes }) => ({ path: `${root}/${places.get(link)}`, bytes })),
  ]
}

/** A file of an exported folder: its path, and its text or its bytes. */
export type ExportedFile = ExportedText | { path: string; bytes: Uint8Array<ArrayBuffer> }

type ExportedText = { path: string; text: string }

/** Returns the bytes of a file, for a zip or a disk. */
export function fileBytes(file: ExportedFile): Uint8Array<ArrayBuffer> {
  return 'bytes' in file ? file.bytes : new TextEncoder().encode(file.text)
}
