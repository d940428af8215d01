import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, listOf, shape, string } from '../json'
import { inPieces } from '../pieces'
import { fileType } from './file-types'
import type { Bucket } from './stored-file'

/** The facts about a file that are sent before its upload. */
export interface FileFacts {
  name: string
  /** Bytes. */
  size: number
  /** The type from the content, or from the name if the content was not examined. */
  type?: string
  /** Pixels, for pictures. */
  width?: number
  height?: number
  /** The alternative text of a picture. */
  alt?: string
  /** The SHA-256 of the bytes as hexadecimal digits. With it an import finds files that were uploaded before. */
  sha256?: string
  /** The lesson that links to the file. It distinguishes several stored files with the same bytes. */
  lesson_id?: string
  source_path?: string
}

export const parseBegun = listOf(shape({ path: string, known: boolean }))

/** The maximum number of files in one request. */
const BATCH = 500

/**
 * Requests the paths of files before they are uploaded (rules/files#send). Returns, for each file in order, its path,
 * and whether the course `courseId` already has a file with the same SHA-256, which need not be uploaded. Throws
 * DataError: `42501` if the caller may not edit courses, `PT422` with a sentence for files that are not accepted.
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
