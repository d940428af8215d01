import type { LessonBody } from '../course-viewing/lesson-query'
import type { Json } from '../database.gen'
import { list, number, object, string, stringOrNull } from '../json'
import { FILE, getKept, getKeptFile, keptHashes, TEXT } from './kept-store'

/** A kept file, by the lesson that it belongs to. The name alone says what it weighs: nothing is read to add it up. */
export interface KeptFileName {
  lessonId: string
  path: string
  /** Bytes. */
  size: number
}

const NAME = /^file\/([^/]+)\/(\d+)\/(.+)$/

/** In: a file of a lesson. Out: what it is kept under. */
export const keptFileName = ({ lessonId, path, size }: KeptFileName): string =>
  `${FILE}${lessonId}/${size}/${path}`

/** In: what something is kept under. Out: which file it is; null for an answer. */
export function parseKeptFileName(name: string): KeptFileName | null {
  const [, lessonId = '', size = '', path = ''] = NAME.exec(name) ?? []
  return path === '' ? null : { lessonId, path, size: Number(size) }
}

/** The files of a lesson that are kept for a person, by path (rules/files#offline). None where nothing can be read. */
export async function keptFiles(
  user: string,
  lesson: Pick<LessonBody, 'id' | 'lesson_files'>,
): Promise<Map<string, Blob>> {
  const found = new Map<string, Blob>()
  try {
    const there = new Set(await keptHashes(user))
    for (const { path, size } of lesson.lesson_files) {
      const name = keptFileName({ lessonId: lesson.id, path, size })
      const kept = there.has(name) ? await getKeptFile(user, name) : undefined
      if (kept) found.set(path, new Blob([kept.bytes], { type: kept.type }))
    }
  } catch {
    // A browser that keeps nothing has nothing to show.
  }
  return found
}

/** What is known of the files of lessons whose texts are kept. */
export interface FileOfKept extends KeptFileName {
  type: string
}

/** The files that the kept lessons of a person name, those of one lesson together. */
export async function filesOfKeptLessons(user: string): Promise<FileOfKept[]> {
  const found: FileOfKept[] = []
  for (const hash of await keptHashes(user)) {
    const kept = hash.startsWith(TEXT) ? await getKept(user, hash) : undefined
    // Most lessons have none: their texts need not be parsed.
    if (kept?.text.includes('lesson-files/')) found.push(...filesNamedBy(kept.text))
  }
  return found
}

function filesNamedBy(text: string): FileOfKept[] {
  try {
    const said: Json = JSON.parse(text)
    const lesson = object(said)
    const links = list(lesson.lesson_attachments).map((entry) => string(object(entry).url))
    const words = [stringOrNull(lesson.content), ...links].join('\n')
    return list(lesson.lesson_files)
      .map(object)
      .map(({ path, size, type }) => ({
        ...{ lessonId: string(lesson.id), path: string(path) },
        ...{ size: number(size), type: string(type) },
      }))
      .filter(({ path }) => words.includes(`lesson-files/${path}`))
  } catch {
    // Kept by another build, or written by something else.
    return []
  }
}
