import type { DataClient } from '../client'
import { DataError } from '../errors'
import { beginUploads } from './begin-uploads'
import { sendFile } from './send-file'

/**
 * Uploads a cover. It belongs to a course as soon as the course is saved with the link to it (rules/files#send). Takes
 * the picture with its size in pixels, and a signal that cancels the upload. Returns the value for the course's picture
 * field. Throws DataError: `42501` if the caller may not edit courses, `PT422` and STORAGE_4xx with a sentence if the
 * picture is not accepted, `NETWORK` if it could not be uploaded; AbortError.
 */
export async function sendCover(
  to: { client: Pick<DataClient, 'auth' | 'rpc'>; project: { url: string; key: string } },
  file: File,
  { width, height }: { width: number; height: number },
  signal: AbortSignal,
): Promise<string> {
  const facts = { name: file.name, size: file.size, width, height }
  const [begun] = await beginUploads(to.client, 'covers', [facts])
  if (!begun) throw new DataError({ code: 'NETWORK' })
  signal.throwIfAborted()
  const sending = sendFile({ ...to, bucket: 'covers', path: begun.path, file })
  signal.addEventListener('abort', sending.cancel)
  // A finished upload cannot be cancelled.
  await sending.done.finally(() => signal.removeEventListener('abort', sending.cancel))
  return `covers/${begun.path}`
}
