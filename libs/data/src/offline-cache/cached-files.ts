import type { LessonBody } from '../course-viewing/lesson-query'
import { listOf, number, or, shape, string } from '../json'
import { cachedHashes, FILE, getCached, getCachedFile, TEXT } from './cache-store'

/**
 * Identifies a cached file. The name in the cache contains all of this, also the size, so that the sizes of all files
 * can be added up without reading the files.
 */
export interface CachedFileName {
  lessonId: string
  path: string
  size: number
}

const NAME = /^file\/([^/]+)\/(\d+)\/(.+)$/

export const cachedFileName = ({ lessonId, path, size }: CachedFileName): string =>
  `${FILE}${lessonId}/${size}/${path}`

/**
 * Parses the name of a cached file. Returns null for the hash of a query, which is the other kind of name in the cache.
 */
export function parseCachedFileName(name: string): CachedFileName | null {
  const [, lessonId = '', size = '', path = ''] = NAME.exec(name) ?? []
  return path === '' ? null : { lessonId, path, size: Number(size) }
}

/** Returns the cached files of a lesson by path (rules/files#offline); an empty map if the browser's database fails. */
export async function cachedFiles(
  user: string,
  lesson: Pick<LessonBody, 'id' | 'lesson_files'>,
): Promise<Map<string, Blob>> {
  const found = new Map<string, Blob>()
  try {
    const names = new Set(await cachedHashes(user))
    for (const { path, size } of lesson.lesson_files) {
      const name = cachedFileName({ lessonId: lesson.id, path, size })
      const cached = names.has(name) ? await getCachedFile(user, name) : undefined
      if (cached) found.set(path, new Blob([cached.bytes], { type: cached.type }))
    }
  } catch {
    // Without a database, no file is cached.
  }
  return found
}

export interface CachedLessonFile extends CachedFileName {
  type: string
}

/** Returns the files that a person's cached lessons use, in the order of the lessons. */
export async function filesOfCachedLessons(user: string): Promise<CachedLessonFile[]> {
  const found: CachedLessonFile[] = []
  for (const hash of await cachedHashes(user)) {
    const cached = hash.startsWith(TEXT) ? await getCached(user, hash) : undefined
    // Most texts link to no files. They are skipped without being parsed, which saves time.
    if (cached?.text.includes('lesson-files/')) found.push(...filesNamedBy(cached.text))
  }
  return found
}

/** Parses those parts of a cached lesson from which its files can be seen. */
const parseStored = shape({
  id: string,
  content: or(string, ''),
  lesson_attachments: listOf(shape({ url: string })),
  lesson_files: listOf(shape({ path: string, size: number, type: string })),
})

function filesNamedBy(text: string): CachedLessonFile[] {
  try {
    const { id: lessonId, content, ...lesson } = parseStored(JSON.parse(text))
    const linking = [content, ...lesson.lesson_attachments.map(({ url }) => url)].join('\n')
    return lesson.lesson_files
      .filter(({ path }) => linking.includes(`lesson-files/${path}`))
      .map((file) => ({ lessonId, ...file }))
  } catch {
    // An older build or other code may have written the entry in another shape.
    return []
  }
}
