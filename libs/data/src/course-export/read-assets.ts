import type { DataClient } from '../client'
import { readCourseFiles } from '../files/course-files'
import { createFileStore, readStored } from '../files/file-store'
import { coverAddress, isStoredCover, storedLink } from '../files/stored-file'
import type { ExportedAsset } from './exported-course'

/** The source of an export: the project's origin and publishable key, and the client. */
export interface Source {
  project: { url: string; key: string }
  client: Pick<DataClient, 'auth' | 'rpc'>
}

/** The number of files that are downloaded at the same time. */
const PARALLEL_DOWNLOADS = 4

/**
 * Downloads the stored files of an exported course: its cover, and the files to which its lessons link. Throws
 * DataError if one of them fails, because an incomplete folder must not be exported.
 */
export async function readAssets(
  { project, client }: Source,
  courseId: string,
  cover: string | null,
): Promise<ExportedAsset[]> {
  const store = createFileStore(project, client)
  const files = (await readCourseFiles(client, courseId)).filter(
    (file) => file.unused_since === null,
  )
  const wanted = files.map(({ path, name }) => ({ link: storedLink(path), path, name }))
  const addresses = await store.sign(wanted.map(({ path }) => path))
  const all = [
    ...wanted.map(({ link, path, name }) => ({ link, name, address: addresses.get(path) })),
    ...(cover !== null && isStoredCover(cover)
      ? [
          {
            link: cover,
            name: cover.slice(cover.lastIndexOf('/') + 1),
            address: coverAddress(cover, project.url),
          },
        ]
      : []),
  ]
  const read: ExportedAsset[] = []
  for (let at = 0; at < all.length; at += PARALLEL_DOWNLOADS) {
    const some = all.slice(at, at + PARALLEL_DOWNLOADS).map(async ({ link, name, address }) => ({
      link,
      name,
      bytes: await readStored(address ?? ''),
    }))
    read.push(...(await Promise.all(some)))
  }
  return read
}
