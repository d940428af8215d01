import type { DataClient } from '../client'
import { DataError } from '../errors'
import { listOf, shape, string } from '../json'
import { createFunctionCaller } from '../session/functions'

/** Requests signed addresses of a project's files as the signed-in person. */
export interface FileStore {
  /**
   * Returns addresses that are valid for an hour, by path. Paths that the person may not open are left out
   * (rules/files#fetch). Throws DataError.
   */
  sign: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** A signed address is valid for this many seconds. */
export const SIGNED_SECONDS = 60 * 60

const parseSigned = shape({ files: listOf(shape({ path: string, address: string })) })

/** The maximum number of paths in one request. */
const MAX_PATHS = 1000

/**
 * Creates a file store with the session of the project's data client. People cannot get signed addresses from storage
 * itself, because it would sign them for any duration. `project` is its origin without a path, and its publishable key.
 */
export function createFileStore(
  project: { url: string; key: string },
  client: Pick<DataClient, 'auth'>,
  bucket?: 'work-files',
): FileStore {
  const { invoke } = createFunctionCaller(project, client)
  const base = `${project.url.replace(/\/+$/, '')}/storage/v1`
  return {
    sign: async (paths) => {
      const addresses = new Map<string, string>()
      for (let at = 0; at < paths.length; at += MAX_PATHS) {
        const some = paths.slice(at, at + MAX_PATHS)
        const { files } = parseSigned(
          await invoke('sign-files', { paths: some, ...(bucket && { bucket }) }),
        )
        for (const { path, address } of files) addresses.set(path, base + address)
      }
      return addresses
    },
  }
}

/** Downloads a stored file from its address, signed or public. Throws DataError. */
export async function readStored(address: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const answer = await fetch(address)
    if (!answer.ok) throw new DataError({ code: `STORAGE_${answer.status}`, status: answer.status })
    return new Uint8Array(await answer.arrayBuffer())
  } catch (error) {
    throw error instanceof DataError ? error : new DataError({ code: 'NETWORK' })
  }
}
