import { createAuthorizedFetch } from '../authorized-fetch'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { DataError, errorFromAnswer } from '../errors'
import { list, object, string, stringOrNull } from '../json'

/** Where the files of a project are fetched from, as the signed-in person. */
export interface FileStore {
  /**
   * In: paths of lessons' files, 1,000 at most. Out: for each that the person may open an address that is good for an hour; the others
   * are left out (rules/files#fetch). Throws DataError.
   */
  sign: (paths: readonly string[], signal?: AbortSignal) => Promise<ReadonlyMap<string, string>>
}

/** Seconds that a signed address is good for. */
export const SIGNED_SECONDS = 60 * 60

/**
 * The storage of a project with the session of its data client. Signing alone is asked here: the official client
 * brings what else storage can do, several times as heavy.
 * @param project its origin without a path, and its publishable key
 */
export function createFileStore(
  project: { url: string; key: string },
  client: Pick<DataClient, 'auth'>,
): FileStore {
  const send = createAuthorizedFetch(client.auth, project.key, () => null)
  const base = `${project.url.replace(/\/+$/, '')}/storage/v1`
  return {
    sign: async (paths, signal) => {
      if (paths.length === 0) return new Map()
      const answer = await send(`${base}/object/sign/lesson-files`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ expiresIn: SIGNED_SECONDS, paths }),
        signal: signal ?? null,
      }).catch((error: unknown) => {
        if (signal?.aborted) throw error
        throw new DataError({ code: 'NETWORK' })
      })
      const said: Json | undefined = await answer.json().catch(() => undefined)
      if (!answer.ok || said === undefined) throw errorFromAnswer(said, answer.status)
      return new Map(
        list(said).flatMap((entry) => {
          const { path, signedURL } = object(entry)
          const address = stringOrNull(signedURL)
          return address === null ? [] : [[string(path), `${base}${address}`] as const]
        }),
      )
    },
  }
}

/** In: an address of a stored file, signed or public. Out: the bytes there. Throws DataError. */
export async function readStored(address: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const answer = await fetch(address)
    if (!answer.ok) throw new DataError({ code: `STORAGE_${answer.status}`, status: answer.status })
    return new Uint8Array(await answer.arrayBuffer())
  } catch (error) {
    throw error instanceof DataError ? error : new DataError({ code: 'NETWORK' })
  }
}
