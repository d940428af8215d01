import type { DataClient } from '../client'
import { readCourseFiles } from '../files/course-files'
import { createFileStore, readStored } from '../files/file-store'
import { coverAddress, isStoredCover, storedLink } from '../files/stored-file'
import type { ExportedAsset } from './exported-course'

/** Where a course and its files are read from: the project's origin and publishable key, and its client. */
export interface Source {
  project: { url: string; key: string }
  client: Pick<DataClient, 'auth' | 'rpc'>
}

/** The number of files that are downloaded at the same time. */
const AT_ONCE = 4

/**
 * Downloads the stored files of an exported course: those that its lessons link to, and its cover. Throws
 * DataError if one fails, because a folder is only exported as a whole.
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
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE).map(async ({ link, name, address }) => ({
      link,
      name,
      bytes: await readStored(address ?? ''),
    }))
    read.push(...(await Promise.all(some)))
  }
  return read
}
