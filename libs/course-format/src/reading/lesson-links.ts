import type {
  ImportedLesson,
  ImportedModule,
  ImportIssue,
} from '@rookies/data/course-import/payload'
import { standInId } from '@rookies/data/course-import/stand-ins'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import type { CourseAssets } from './course-assets'
import type { FindFile } from './file-finder'
import { headingSlug, type Places, placesOf } from './heading-places'
import { linkTargets } from './link-targets'
import { linesOf } from './text-lines'

/**
 * Replaces the addresses of links and images outside of code. `becomes` returns the new address, or null to keep it.
 */
export function withTargets(
  text: string,
  become: (target: string, isImage: boolean) => string | null,
): string {
  return linesOf(text, 1)
    .map((line) => {
      if (!line.prose) return line.text
      return linkTargets(line.text).reduceRight((written, { target, from, to, isImage }) => {
        const wanted = become(target, isImage)
        return wanted === null ? written : written.slice(0, from) + wanted + written.slice(to)
      }, line.text)
    })
    .join('\n')
}

/**
 * Returns a link's fragment in a form that works in the lesson: unchanged, with the viewer's id, or empty for the
 * beginning of the lesson. Null if the lesson has no such target.
 */
function placeIn(
  places: Places,
  { title, heading }: { title: string; heading: string },
  fragment: string,
): string | null {
  if (/^#?$|^#(?:top$|:~:)/i.test(fragment)) return fragment
  const id = decodedOnce(fragment.slice(1))
  if (places.has(id)) return fragment
  const like = places.like(id)
  if (like !== null) return `#${encodeURIComponent(like)}`
  // The fragment names the heading that became the lesson's title, so the link leads to the beginning of the lesson.
  const isTitle = headingSlug(title) === id.toLowerCase() || placesOf(heading).has(id)
  return isTitle ? '' : null
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const NO_LESSON = "A link leads to a file that didn't become a lesson; learners see only its text."
const NO_PLACE =
  'A link leads to a heading that its lesson does not have; it opens the lesson at the beginning.'
const NO_PLACE_HERE =
  'A link leads to a heading that is not in its text; learners see only its text.'

/**
 * Converts links between files of the course to links between its lessons (rules/courses#links-inside), and links to
 * other files to stored files. Takes the modules, the course's slug, the finder of its texts, and its other files; also
 * the texts from an export, whose links to lessons stay unchanged, and the headings that became titles, by path.
 * Changes the texts, and gives each linked lesson an id, which the import replaces by its real id. Returns an issue for
 * each link to a file without a lesson, and to a missing heading.
 */
export function linkLessons(
  modules: readonly ImportedModule[],
  slug: string,
  findFile: FindFile,
  assets: CourseAssets,
  exact: ReadonlySet<string>,
  headings: ReadonlyMap<string, string> = new Map(),
): ImportIssue[] {
  const lessons = modules.flatMap((module) => module.lessons)
  const byPath = new Map(lessons.map((lesson, place) => [lesson.source_path, { lesson, place }]))
  const known = new Map<string, Places>()
  // The other lesson's links may already be converted. That does not change its headings.
  const placesIn = ({ source_path, content }: ImportedLesson) => {
    const places = known.get(source_path) ?? placesOf(content ?? '')
    known.set(source_path, places)
    return places
  }
  const titleOf = ({ source_path, title }: ImportedLesson) => ({
    title,
    heading: headings.get(source_path) ?? '',
  })
  const issues: ImportIssue[] = []
  for (const lesson of lessons) {
    if (lesson.content === null) continue
    const addIssue = (message: string, about: string) =>
      issues.push({ path: lesson.source_path, message, about: about.slice(0, 80) })
    lesson.content = withTargets(lesson.content, (target, isImage) => {
      const asset = assets.place(lesson.source_path, target)
      if (asset !== null) return asset
      if (isImage || exact.has(lesson.source_path)) return null
      if (target.startsWith('#')) {
        const place = placeIn(placesIn(lesson), { title: '', heading: '' }, target)
        if (place === null) addIssue(NO_PLACE_HERE, target)
        return place === target ? null : place
      }
      const path = findFile(lesson.source_path, target)
      const led = path === null ? undefined : byPath.get(path)
      if (led !== undefined) {
        led.lesson.id ??= standInId(led.place + 1)
        const written = target.includes('#') ? target.slice(target.indexOf('#')) : ''
        const place = placeIn(placesIn(led.lesson), titleOf(led.lesson), written)
        if (place === null) addIssue(NO_PLACE, target)
        return `${lessonPath(slug, led.lesson.id)}${place ?? written}`
      }
      if (path !== null) addIssue(NO_LESSON, target)
      return null
    })
  }
  return issues
}
