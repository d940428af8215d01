import type { Database } from '../database.gen'

/** The bucket of lesson files, the public bucket of covers, and the bucket of work that was handed in. */
export type Bucket = 'lesson-files' | 'covers' | 'work-files'

const PATH = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?'
const LESSON_FILE = new RegExp(`^lesson-files/(${PATH})$`)
const COVER = new RegExp(`^covers/${PATH}$`)
const NAMED = new RegExp(`lesson-files/(${PATH})`, 'g')

/**
 * Returns the path of the stored file that a link in a text or an attachment names; otherwise null (rules/files#truth).
 */
export function storedPath(link: string): string | null {
  return LESSON_FILE.exec(link)?.[1] ?? null
}

/** Returns the link that a text contains for a path. */
export const storedLink = (path: string): string => `lesson-files/${path}`

/** Returns the value of a course's picture field for a cover's path. */
export const coverLink = (path: string): string => `covers/${path}`

/** Returns the paths of the files that a text links to, each once, in their order. */
export function namedPaths(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(NAMED), ([, path = '']) => path))]
}

/** Returns whether a course's picture field contains an uploaded cover. */
export const isStoredCover = (link: string): boolean => COVER.test(link)

/** Returns the file's name in its path, if no better name is known. */
export const nameInPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** What is shown of a stored file: the picture in its place, the file by name and size. */
export type StoredFile = Pick<
  Database['public']['Tables']['lesson_files']['Row'],
  'path' | 'name' | 'size' | 'type' | 'width' | 'height' | 'alt'
>

/**
 * Returns the address that shows a course's picture: a stored cover's is public (rules/files#fetch); any other link is
 * unchanged.
 */
export const coverAddress = (link: string, projectUrl: string): string =>
  isStoredCover(link) ? `${projectUrl.replace(/\/+$/, '')}/storage/v1/object/public/${link}` : link
