import type { LessonBody } from '../course-viewing/lesson-query'
import { listOf, number, or, shape, string } from '../json'
import { cachedHashes, FILE, getCached, getCachedFile, TEXT } from './cache-store'

/** Identifies a cached file and its lesson. The name contains the size, so that no file is read to add up the sizes. */
export interface CachedFileName {
  lessonId: string
  path: string
  size: number
}

const NAME = /^file\/([^/]+)\/(\d+)\/(.+)$/

export const cachedFileName = ({ lessonId, path, size }: CachedFileName): string =>
  `${FILE}${lessonId}/${size}/${path}`

/** Returns null for the hash of a query. */
export function parseCachedFileName(name: string): CachedFileName | null {
  const [, lessonId = '', size = '', path = ''] = NAME.exec(name) ?? []
  return path === '' ? null : { lessonId, path, size: Number(size) }
}

/**
 * Returns the cached files of a lesson, by path (rules/files#offline). Returns an empty map if the database cannot be
 * read.
 */
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
    // Without a database there are no cached files.
  }
  return found
}

export interface CachedLessonFile extends CachedFileName {
  type: string
}

/** Returns the files that a person's cached lessons link to, in the order of the lessons. */
export async function filesOfCachedLessons(user: string): Promise<CachedLessonFile[]> {
  const found: CachedLessonFile[] = []
  for (const hash of await cachedHashes(user)) {
    const cached = hash.startsWith(TEXT) ? await getCached(user, hash) : undefined
    // Most lessons have no files, so their texts are not parsed.
    if (cached?.text.includes('lesson-files/')) found.push(...filesNamedBy(cached.text))
  }
  return found
}

/** Reads the parts of a cached lesson that are about files. */
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
    // Another build or other code may have written this entry.
    return []
  }
}
