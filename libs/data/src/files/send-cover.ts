import type { DataClient } from '../client'
import { DataError } from '../errors'
import { beginUploads } from './begin-uploads'
import { sendFile } from './send-file'

/**
 * Sends a cover, which is its course's once the course names it (rules/files#send).
 * In: the picture as it is shown, with its size in pixels; the signal gives it up. Out: what stands in the course's picture field.
 * Throws DataError: 42501 for who builds no course, PT422 and STORAGE_4xx with a sentence for what is not taken, NETWORK
 * where it did not arrive; AbortError.
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
  await sending.done
  return `covers/${begun.path}`
}
