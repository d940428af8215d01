import type { Database } from '../database.gen'

/** The bucket of files that lessons name; the public one of covers is the other. */
export type Bucket = 'lesson-files' | 'covers'

const PATH = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?'
const LESSON_FILE = new RegExp(`^lesson-files/(${PATH})$`)
const COVER = new RegExp(`^covers/${PATH}$`)
const NAMED = new RegExp(`lesson-files/(${PATH})`, 'g')

/** In: a link as a text or an attachment holds it. Out: the path of the stored file that it names, else null (rules/files#truth). */
export function storedPath(link: string): string | null {
  return LESSON_FILE.exec(link)?.[1] ?? null
}

/** In: the path of a stored file. Out: what stands for it in a text. */
export const storedLink = (path: string): string => `lesson-files/${path}`

/** In: the path of an uploaded cover. Out: what stands for it in a course. */
export const coverLink = (path: string): string => `covers/${path}`

/** In: a lesson's text. Out: paths of the files that it names, each once, in their order. */
export function namedPaths(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(NAMED), ([, path = '']) => path))]
}

/** Whether what stands in a course's picture field is a cover that was uploaded. */
export const isStoredCover = (link: string): boolean => COVER.test(link)

/** In: the path of a stored file. Out: what it is called there, for where nothing better is known. */
export const nameInPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** What is shown of a stored file: the picture in its place, the file by name and size. */
export type StoredFile = Pick<
  Database['public']['Tables']['lesson_files']['Row'],
  'path' | 'name' | 'size' | 'type' | 'width' | 'height' | 'alt'
>

/**
 * In: what stands in a course's picture field; the project's origin without a path. Out: the address that shows it: a stored cover's
 * is public (rules/files#fetch), and any other link is its own.
 */
export const coverAddress = (link: string, projectUrl: string): string =>
  isStoredCover(link) ? `${projectUrl.replace(/\/+$/, '')}/storage/v1/object/public/${link}` : link
