import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { DataError, isTransient } from '../errors'
import { createAuthorizedFetch } from '../session/authorized-fetch'
import { storageFailure } from './storage-failure'
import type { Bucket } from './stored-file'

/** The pauses before a file without an answer is sent again, in milliseconds. */
const PAUSES = [500, 2000, 5000]

/** A file that is uploaded with a single request. */
export interface WholeFile {
  bucket: Bucket
  /** The path that `beginUploads` returned. */
  path: string
  name: string
  /** The stored type. */
  type: string
  bytes: Blob
}

/**
 * Uploads files one after another, each with a single request, for an import. (Files that a person chooses are uploaded
 * with `sendFile`, which can be paused.) A file that exists because only an earlier answer was lost counts as uploaded.
 * `onProgress` gets the number of uploaded files after each file. Throws DataError: NETWORK after several attempts, or
 * why storage refused.
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
    // An earlier attempt has uploaded the file.
    if (status === 409) return null
    return storageFailure(status, name)
  } catch (error) {
    return error instanceof DataError ? error : new DataError({ code: 'NETWORK' })
  }
}

/** Returns the status of a refusal. Storage answers most refusals with 400 and has the real status in the body. */
function statusOf(said: Json | undefined): number | null {
  if (said === null || typeof said !== 'object' || Array.isArray(said)) return null
  const status = Number(said.statusCode)
  return Number.isInteger(status) ? status : null
}
