import { formatCount } from '../wording'
import { type CourseFile, lacksAlt } from './course-files'
import { formatBytes } from './file-size'

/**
 * The filters of a course's files: all, pictures without an alternative text, and files without a lesson that links to
 * them.
 */
export const FILE_FILTERS = ['', 'lacking', 'unused'] as const
export type FileFilter = (typeof FILE_FILTERS)[number]

/** Parses the filter in the address of the media page. Unknown values are ignored. */
export const fileFilter = (asked: string | null): FileFilter =>
  FILE_FILTERS.find((filter) => filter === asked) ?? ''

/** Returns the files that match a filter, in their order. */
export function filesShown(files: readonly CourseFile[], filter: FileFilter): CourseFile[] {
  if (filter === 'lacking') return files.filter(lacksAlt)
  if (filter === 'unused') return files.filter(({ unused_since }) => unused_since !== null)
  return [...files]
}

/** Returns a summary such as "12 files, 3.4 MB; 2 pictures have no alt text" (rules/files#media). */
export function filesSummary(files: readonly CourseFile[]): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const known = `${formatCount(files.length, 'file')}, ${formatBytes(bytes)}`
  const silent = files.filter(lacksAlt).length
  if (silent === 0) return known
  return `${known}; ${formatCount(silent, 'picture has', 'pictures have')} no alt text`
}

/**
 * The number of days after which a file without a lesson that links to it is deleted. The database has the same number.
 */
const DAYS_KEPT = 30

/**
 * Returns when an unused file will be deleted, as an ISO date. Null for used files, and for files that are overdue
 * because an earlier version of a lesson still links to them (rules/files#removal).
 */
export function goesOn(
  { unused_since }: Pick<CourseFile, 'unused_since'>,
  now: number,
): string | null {
  if (unused_since === null) return null
  const at = new Date(unused_since)
  at.setUTCDate(at.getUTCDate() + DAYS_KEPT)
  return at.getTime() > now ? at.toISOString() : null
}

/** The kinds of files, each of which has an icon. */
export type FileKind = 'picture' | 'sound' | 'film' | 'archive' | 'table' | 'text' | 'file'

const KINDS: readonly [FileKind, RegExp][] = [
  ['picture', /^image\//],
  ['sound', /^audio\//],
  ['film', /^video\//],
  ['archive', /zip|compressed/],
  ['table', /csv|sheet|excel/],
  ['text', /^text\/|pdf|word|presentation|powerpoint|opendocument\.text|json/],
]

export const fileKind = ({ type }: Pick<CourseFile, 'type'>): FileKind =>
  KINDS.find(([, types]) => types.test(type))?.[0] ?? 'file'

/** Returns a picture's facts such as "PNG, 34 kB, 640 × 480", and those of other files without dimensions. */
export function fileFacts({ name, size, width, height }: CourseFile): string {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]
  const measure = width !== null && height !== null && `${width} × ${height}`
  return [ending?.toUpperCase(), formatBytes(size), measure].filter(Boolean).join(', ')
}
