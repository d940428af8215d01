import type { Database } from '../database.gen'

/** The bucket of lesson files, the public bucket of covers, and the bucket of handed-in work. */
export type Bucket = 'lesson-files' | 'covers' | 'work-files'

const PATH = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?'
const LESSON_FILE = new RegExp(`^lesson-files/(${PATH})$`)
const COVER = new RegExp(`^covers/${PATH}$`)
const NAMED = new RegExp(`lesson-files/(${PATH})`, 'g')

/**
 * Returns the path of a stored file from its link in a text or an attachment; null for other links (rules/files#truth).
 */
export function storedPath(link: string): string | null {
  return LESSON_FILE.exec(link)?.[1] ?? null
}

/** Returns the link to a stored file, as texts contain it. */
export const storedLink = (path: string): string => `lesson-files/${path}`

/** Returns the value for a course's picture field that shows an uploaded cover. */
export const coverLink = (path: string): string => `covers/${path}`

/** Returns the paths of the stored files to which a text links, in order and without repetitions. */
export function namedPaths(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(NAMED), ([, path = '']) => path))]
}

/** Returns whether a course's picture field contains an uploaded cover. */
export const isStoredCover = (link: string): boolean => COVER.test(link)

/** Returns the file name at the end of a path, for files whose name is not known otherwise. */
export const nameInPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The fields of a stored file that pages show. */
export type StoredFile = Pick<
  Database['public']['Tables']['lesson_files']['Row'],
  'path' | 'name' | 'size' | 'type' | 'width' | 'height' | 'alt'
>

/**
 * Returns the address of a course's picture. Uploaded covers are public (rules/files#fetch); other links are returned
 * unchanged.
 */
export const coverAddress = (link: string, projectUrl: string): string =>
  isStoredCover(link) ? `${projectUrl.replace(/\/+$/, '')}/storage/v1/object/public/${link}` : link
