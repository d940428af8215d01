import type { DataClient } from '../client'
import { DataError } from '../errors'
import { beginUploads } from './begin-uploads'
import { sendFile } from './send-file'

/**
 * Uploads a cover, which belongs to a course once the course links to it (rules/files#send). Takes the picture with its
 * size in pixels, and a signal that cancels. Returns the value of the course's picture field. Throws DataError: 42501
 * if the caller may not edit courses, PT422 and STORAGE_4xx with a sentence if it is not accepted, NETWORK if it did
 * not arrive; AbortError.
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
  // Storage has nothing to cancel after the upload.
  await sending.done.finally(() => signal.removeEventListener('abort', sending.cancel))
  return `covers/${begun.path}`
}
