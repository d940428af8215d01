import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { boolean, list, object, string } from '../json'
import { fileType } from './file-types'
import type { Bucket } from './stored-file'

/** What is known of a file before it is sent. */
export interface FileFacts {
  name: string
  /** Bytes. */
  size: number
  /** What its content is; what its name says where that was not looked into. */
  type?: string
  /** Pixels, of a picture. */
  width?: number
  height?: number
  /** What a picture shows. */
  alt?: string
  /** Of its bytes, in hexadecimal digits: an import knows by it what is there already. */
  sha256?: string
  /** The lesson that names it, by which one of several of the same bytes is known. */
  lesson_id?: string
  source_path?: string
}

/** The most that one call begins. */
const BATCH = 500

/**
 * Asks where files go before they are sent (rules/files#send).
 * @param courseId the course they are for, whose own files are known by their sha256
 * @returns for each, in order, its path and whether it is there already, so that it is not sent again
 * @throws DataError: 42501 for who builds no course, PT422 with a sentence for what is not taken
 */
export async function beginUploads(
  client: Pick<DataClient, 'rpc'>,
  bucket: Bucket,
  files: readonly FileFacts[],
  courseId?: string,
): Promise<{ path: string; known: boolean }[]> {
  const begun: { path: string; known: boolean }[] = []
  for (let at = 0; at < files.length; at += BATCH) {
    const answer = unwrap(
      await client.rpc('begin_uploads', {
        bucket,
        files: files
          .slice(at, at + BATCH)
          .map((file) => ({ ...file, type: file.type ?? fileType(file.name) })),
        ...(courseId !== undefined && { course_id: courseId }),
      }),
    )
    for (const entry of list(answer)) {
      const { path, known } = object(entry)
      begun.push({ path: string(path), known: boolean(known) })
    }
  }
  return begun
}
