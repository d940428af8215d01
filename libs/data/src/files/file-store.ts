import type { DataClient } from '../client'
import { DataError } from '../errors'
import { createFunctionCaller } from '../functions'
import { list, object, string } from '../json'

/** Where the files of a project are fetched from, as the signed-in person. */
export interface FileStore {
  /**
   * In: paths of lessons' files. Out: for each that the person may open an address that is good for an hour; the others
   * are left out (rules/files#fetch). Throws DataError.
   */
  sign: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** Seconds that a signed address is good for. */
export const SIGNED_SECONDS = 60 * 60

/** What the function signs in one call. */
const MOST_PATHS = 1000

/**
 * The files of a project with the session of its data client. Storage itself signs nothing for people: it would do so
 * for as long as they ask.
 * @param project its origin without a path, and its publishable key
 */
export function createFileStore(
  project: { url: string; key: string },
  client: Pick<DataClient, 'auth'>,
): FileStore {
  const { invoke } = createFunctionCaller(project, client)
  const base = `${project.url.replace(/\/+$/, '')}/storage/v1`
  return {
    sign: async (paths) => {
      const addresses = new Map<string, string>()
      for (let at = 0; at < paths.length; at += MOST_PATHS) {
        const some = paths.slice(at, at + MOST_PATHS)
        const { files } = object(await invoke('sign-files', { paths: some }))
        for (const file of list(files)) {
          const { path, address } = object(file)
          addresses.set(string(path), base + string(address))
        }
      }
      return addresses
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
