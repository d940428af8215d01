import { formatCount } from '../wording'
import { type CourseFile, lacksAlt } from './course-files'
import { formatBytes } from './file-size'

/** The filter of a course's files: all, pictures without an alternative text, files that no lesson links to. */
export const FILE_FILTERS = ['', 'lacking', 'unused'] as const
export type FileFilter = (typeof FILE_FILTERS)[number]

/** Parses the filter of the media page's address; unknown values are ignored. */
export const fileFilter = (asked: string | null): FileFilter =>
  FILE_FILTERS.find((filter) => filter === asked) ?? ''

/** Returns the files that match a filter, in their order. */
export function filesShown(files: readonly CourseFile[], filter: FileFilter): CourseFile[] {
  if (filter === 'lacking') return files.filter(lacksAlt)
  if (filter === 'unused') return files.filter(({ unused_since }) => unused_since !== null)
  return [...files]
}

/** "12 files, 3.4 MB; 2 pictures have no alt text" (rules/files#media). */
export function filesSummary(files: readonly CourseFile[]): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const known = `${formatCount(files.length, 'file')}, ${formatBytes(bytes)}`
  const silent = files.filter(lacksAlt).length
  if (silent === 0) return known
  return `${known}; ${formatCount(silent, 'picture has', 'pictures have')} no alt text`
}

/** A file stays for this many days after no lesson links to it; the database uses the same number. */
const DAYS_KEPT = 30

/**
 * Returns when an unused file is removed, as an ISO date. Null for used files, and for files that should be gone by
 * now, because an earlier version of a text still links to them (rules/files#removal).
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

/** The kind of a file, which has an icon. */
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

/** "PNG, 34 kB, 640 × 480". */
export function fileFacts({ name, size, width, height }: CourseFile): string {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]
  const measure = width !== null && height !== null && `${width} × ${height}`
  return [ending?.toUpperCase(), formatBytes(size), measure].filter(Boolean).join(', ')
}
