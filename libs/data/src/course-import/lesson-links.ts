import { lessonPath } from '../course-viewing/paths'
import type { CourseAssets } from './course-assets'
import { linkTargets } from './link-targets'
import { folderOf, normalisePath, ROOT } from './paths'
import type { ImportedModule, ImportIssue } from './payload'
import { linesOf } from './text-lines'

/** How the tools of courses write the address of another file: with and without its ending, or its folder's. */
const AS_FILE = ['', '.md', '.mdx', '.markdown', '/index.md', '/README.md', '/_index.md']

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A path from the folder of a file, `..` taken; null where it leads out of the course. */
function pathFrom(folder: string, written: string): string | null {
  const start = written.startsWith('/') || folder === ROOT ? [] : folder.split('/')
  const parts = [...start]
  for (const part of normalisePath(written).split('/')) {
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.filter((part) => part !== '').join('/')
}

/**
 * In: the files of a course. Out: what finds the file that a link means, by the file it stands in and the address as it
 * is written there; null for what is no file of the course.
 */
export function fileFinder(paths: readonly string[]) {
  const known = new Map(paths.map((path) => [path.toLowerCase(), path]))
  return (from: string, target: string): string | null => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) return null
    const written = decoded(target.replace(/[?#].*$/s, ''))
    const path = written === '' ? null : pathFrom(folderOf(from), written)
    if (path === null) return null
    const bare = path.replace(/\.html?$/i, '')
    const found = AS_FILE.map((ending) =>
      known.get(`${bare}${ending}`.replace(/^\//, '').toLowerCase()),
    )
    return found.find((each) => each !== undefined) ?? null
  }
}

/** The id that stands for a lesson in its course's texts until the database gives it one. */
const standIn = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

/** In: a text and what an address outside of code becomes, null for what stays. Out: the text with those addresses. */
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
 * Makes links between the files of a course links between its lessons (rules/courses#links-inside), and names the files
 * beside them as stored files are named. In: the modules as they were read, the course's slug, the finder of its texts,
 * its other files, and the texts that are taken to the letter, whose links to lessons stay. Changes the texts, and gives
 * each lesson that is linked an id, which the import makes the lesson's own.
 * Out: an issue for each link to a file of which no lesson was made.
 */
export function linkLessons(
  modules: readonly ImportedModule[],
  slug: string,
  findFile: ReturnType<typeof fileFinder>,
  assets: CourseAssets,
  exact: ReadonlySet<string>,
): ImportIssue[] {
  const lessons = modules.flatMap((module) => module.lessons)
  const byPath = new Map(lessons.map((lesson, place) => [lesson.source_path, { lesson, place }]))
  const issues: ImportIssue[] = []
  for (const lesson of lessons) {
    if (lesson.content === null) continue
    lesson.content = withTargets(lesson.content, (target, isImage) => {
      const asset = assets.place(lesson.source_path, target)
      if (asset !== null) return asset
      if (isImage || exact.has(lesson.source_path)) return null
      const path = findFile(lesson.source_path, target)
      const known = path === null ? undefined : byPath.get(path)
      if (known !== undefined) {
        known.lesson.id ??= standIn(known.place + 1)
        const place = target.includes('#') ? target.slice(target.indexOf('#')) : ''
        return `${lessonPath(slug, known.lesson.id)}${place}`
      }
      if (path !== null) {
        const message =
          'A link leads to a file of which no lesson was made; learners see its text only.'
        issues.push({ path: lesson.source_path, message, about: target })
      }
      return null
    })
  }
  return issues
}
