import { fileRefusal } from '../files/file-refusal'
import { formatNumber } from '../wording'
import { decodeText } from './decode-text'
import { isTextFile } from './file-names'
import { nameOf, normalisePath } from './paths'
import type { ImportIssue } from './payload'
import type { CourseFile } from './read-files'

/** The files of a course as they were found on a disk or in a zip. */
export interface CollectedFiles {
  /** The folder's own name. */
  name: string
  files: CourseFile[]
  /** Reads a file that is no text and may come along, by its path; null when it can't be had (any more). */
  assets: ReadonlyMap<string, () => Promise<Uint8Array | null>>
  /** What was not even read. */
  issues: ImportIssue[]
}

/**
 * What is read at most, in files and bytes: more is no course but a whole disk. A course of 5,000 lessons
 * and 1,000 modules, the most that the database takes, comes out of an export as 6,001 files.
 */
export const READING_LIMITS = {
  files: 10_000,
  fileBytes: 4 * 1024 * 1024,
  totalBytes: 32 * 1024 * 1024,
  assetBytes: 512 * 1024 * 1024,
}

/** Said of symbolic links: what they lead to may lie anywhere, so they are not followed. */
export const IS_LINK = 'The file is a link to another file or folder and was left out.'

/** A folder or a zip that can't be read; its message is a sentence for people. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

const NOT_READ = 'The file could not be read and was left out.'

/** How far the reading has come, in files. */
export interface ReadingProgress {
  done: number
  total: number
}

export interface ReadingOptions {
  onProgress?: (progress: ReadingProgress) => void
  /** Stops the reading between two files, by throwing what the signal says. */
  signal?: AbortSignal
}

/** Something that can be read: where it lies and how large it is, in bytes. */
export interface ReadableFile {
  path: string
  size: number
  /** Its bytes; null when they can't be had (any more). */
  read: () => Promise<Uint8Array | null>
}

/**
 * In: what was found below a folder, clutter left out. Out: the texts among it; whatever is no text is
 * named, and read only when a lesson turns out to name it. Throws UnreadableError when there are too many files or too much text.
 */
export async function collectFiles(
  name: string,
  found: ReadableFile[],
  { onProgress, signal }: ReadingOptions = {},
): Promise<CollectedFiles> {
  if (found.length > READING_LIMITS.files) {
    throw new UnreadableError(
      `There are more than ${formatNumber(READING_LIMITS.files)} files in it; that is no course folder.`,
    )
  }
  const isRead = ({ path, size }: ReadableFile) =>
    isTextFile(nameOf(path.replaceAll('\\', '/'))) && size <= READING_LIMITS.fileBytes
  const total = found.filter(isRead).reduce((sum, { size }) => sum + size, 0)
  if (total > READING_LIMITS.totalBytes) {
    throw new UnreadableError('There are more than 32 MB of text in it; that is no course folder.')
  }
  const assets: Map<string, ReadableFile['read']> = new Map()
  const collected: CollectedFiles = { name, files: [], assets, issues: [] }
  let assetBytes = 0
  for (const [index, file] of found.entries()) {
    signal?.throwIfAborted()
    onProgress?.({ done: index, total: found.length })
    if (isRead(file)) {
      const bytes = await file.read()
      if (bytes !== null) collected.files.push({ path: file.path, ...decodeText(bytes) })
      else collected.issues.push({ path: file.path, message: NOT_READ, leftOut: true })
    } else if (file.size > READING_LIMITS.fileBytes && isTextFile(nameOf(file.path))) {
      const message = 'The file is larger than 4 MB and was left out.'
      collected.issues.push({ path: file.path, message, leftOut: true })
    } else if (fileRefusal({ name: nameOf(file.path), size: file.size }) !== null) {
      collected.files.push({ path: file.path, text: '' })
    } else if (assetBytes + file.size > READING_LIMITS.assetBytes) {
      const message = 'The files beside the texts are more than 512 MB; this one was left out.'
      collected.issues.push({ path: file.path, message, leftOut: true })
    } else {
      assetBytes += file.size
      assets.set(normalisePath(file.path), file.read)
      collected.files.push({ path: file.path, text: '', size: file.size })
    }
  }
  onProgress?.({ done: found.length, total: found.length })
  return collected
}
