import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { DataError, isTransient } from '../errors'
import { createAuthorizedFetch } from '../session/authorized-fetch'
import { storageFailure } from './storage-failure'
import type { Bucket } from './stored-file'

/** Milliseconds before a file whose answer was lost is sent again. */
const PAUSES = [500, 2000, 5000]

/** A file to send in one request. */
export interface WholeFile {
  bucket: Bucket
  /** The path from `beginUploads`. */
  path: string
  name: string
  /** The stored type. */
  type: string
  bytes: Blob
}

/**
 * Uploads files one by one in single requests, for an import; a person's own upload uses `sendFile`, which can be
 * paused. A file that arrived although its answer was lost counts as sent. `onProgress` receives the number of sent
 * files after each. Throws DataError: NETWORK after a few tries, or why storage refused.
 */
export async function sendWhole(
  project: { url: string; key: string },
  client: Pick<DataClient, 'auth'>,
  files: readonly WholeFile[],
  onProgress?: (done: number) => void,
): Promise<void> {
  const send = createAuthorizedFetch(client.auth, project.key, () => null)
  const base = `${project.url.replace(/\/+$/, '')}/storage/v1/object`
  for (const [index, file] of files.entries()) {
    await sendOne(send, base, file)
    onProgress?.(index + 1)
  }
}

async function sendOne(send: typeof fetch, base: string, file: WholeFile): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const failure = await tryOne(send, base, file)
    if (failure === null) return
    const pause = PAUSES[attempt]
    if (!isTransient(failure) || pause === undefined) throw failure
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

async function tryOne(
  send: typeof fetch,
  base: string,
  { bucket, path, name, type, bytes }: WholeFile,
): Promise<DataError | null> {
  try {
    const answer = await send(`${base}/${bucket}/${path}`, {
      method: 'POST',
      headers: { 'content-type': type, 'cache-control': 'max-age=31536000' },
      body: bytes,
    })
    if (answer.ok) return null
    const said: Json | undefined = await answer.json().catch(() => undefined)
    const status = statusOf(said) ?? answer.status
    // It arrived at the first try.
    if (status === 409) return null
    return storageFailure(status, name)
  } catch (error) {
    return error instanceof DataError ? error : new DataError({ code: 'NETWORK' })
  }
}

/** Storage answers 400 for most refusals, with the real status in the body. */
function statusOf(said: Json | undefined): number | null {
  if (said === null || typeof said !== 'object' || Array.isArray(said)) return null
  const status = Number(said.statusCode)
  return Number.isInteger(status) ? status : null
}
