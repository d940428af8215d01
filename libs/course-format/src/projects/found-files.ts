import type { ImportIssue } from '@rookies/data/course-import/payload'
import { decodeText } from '@rookies/data/files/decode-text'
import type { ReadableFile } from '../collect-files'
import { ancestorsOf, folderOf, ROOT } from '../paths'
import { unixLines } from '../reading/text-lines'

/**
 * The files of a course after exercises or assignments of other tools were converted to the product's form, with
 * remarks about what was changed or left out.
 */
export interface FoundFiles {
  files: ReadableFile[]
  issues: ImportIssue[]
}

/** Matches files that texts show or link to. They stay files of the course. */
export const SHOWN = /\.(?:png|jpe?g|gif|webp|avif|svg|pdf|zip)$/i

/** Returns the innermost of `folders` that contains a file; undefined if none of them does. */
export const innermostFolder = (
  path: string,
  folders: ReadonlyMap<string, unknown>,
): string | undefined =>
  [ROOT, ...ancestorsOf(folderOf(path))].findLast((each) => folders.has(each))

/** Returns the text of a file; an empty text if there is no file, or if it cannot be read. */
export async function fileText(file: ReadableFile | undefined): Promise<string> {
  const bytes = await file?.read()
  return bytes ? unixLines(decodeText(bytes).text) : ''
}

/** Returns a file with this content that is not on a disk or in a zip. */
export function memoryFile(path: string, content: string | Uint8Array): ReadableFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { path, size: bytes.length, read: async () => bytes }
}

/** The maximum number of files that a remark names. */
const MAX_NAMED = 6

/** Returns the first of these names for a remark. */
export const firstNames = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ', …' : '')
