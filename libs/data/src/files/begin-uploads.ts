import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, listOf, shape, string } from '../json'
import { inPieces } from '../pieces'
import { fileType } from './file-types'
import type { Bucket } from './stored-file'

/** What is known about a file before it is sent. */
export interface FileFacts {
  name: string
  /** Bytes. */
  size: number
  /** The type by its content, or by its name if the content was not examined. */
  type?: string
  /** Pixels, for pictures. */
  width?: number
  height?: number
  /** The alternative text of a picture. */
  alt?: string
  /** The SHA-256 of its bytes as hexadecimal digits, by which an import finds files that already exist. */
  sha256?: string
  /** The lesson that links to it, which tells several files with the same bytes apart. */
  lesson_id?: string
  source_path?: string
}

export const parseBegun = listOf(shape({ path: string, known: boolean }))

/** The most files of one call. */
const BATCH = 500

/**
 * Requests the paths of files before they are sent (rules/files#send). Files of the course `courseId` with the same
 * SHA-256 are found. Returns for each file, in order, its path and whether it already exists, so that it is not sent
 * again. Throws DataError: 42501 if the caller may not edit courses, PT422 with a sentence for files that are not
 * accepted.
 */
export async function beginUploads(
  client: Pick<DataClient, 'rpc'>,
  bucket: Bucket,
  files: readonly FileFacts[],
  courseId?: string,
): Promise<Answer<typeof parseBegun>> {
  const begun: Answer<typeof parseBegun> = []
  for (const piece of inPieces(files, BATCH)) {
    const answer = unwrap(
      await client.rpc('begin_uploads', {
        bucket,
        files: piece.map((file) => ({ ...file, type: file.type ?? fileType(file.name) })),
        ...(courseId !== undefined && { course_id: courseId }),
      }),
    )
    begun.push(...parseBegun(answer))
  }
  return begun
}
