import { queryOptions, skipToken } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { sendWhole } from '../files/send-whole'
import { completeCourse } from './complete-course'
import { type ImportReport, importCourse } from './import-course'
import type { ImportPayload, ReadCourse } from './payload'
import { type LoadedAsset, placeAssets } from './place-assets'
import { type SendingProgress, type Sent, sendLessons } from './send-lessons'

/** The report of a dry run, and the content that the import would send. */
export interface ImportCheck {
  payload: ImportPayload
  report: ImportReport
}

/** The lessons and the cover of a folder that were sent to the server. */
export interface SentCourse extends Sent {
  cover: string | null | undefined
}

/**
 * Sends the files and the lessons of a folder once for all dry runs and the import. Takes the project, the folder with
 * the bytes of its files, the number of this folder among those that were read, and a callback for the progress. Fails
 * with a DataError.
 */
export function importSendingQuery(
  { project, client }: { project: { url: string; key: string }; client: DataClient },
  { read, assets }: { read: ReadCourse; assets: readonly LoadedAsset[] },
  number: number,
  onProgress: (progress: SendingProgress) => void,
) {
  return queryOptions({
    queryKey: importKeys.sending(number),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async (): Promise<SentCourse> => {
      const { read: placed, toSend } = await placeAssets(client, read, assets)
      await sendWhole(project, client, toSend, (done) =>
        onProgress({ what: 'files', done, total: toSend.length }),
      )
      const sent = await sendLessons(client, placed.course.modules, onProgress)
      return { ...sent, cover: placed.course.course.thumbnail_url }
    },
  })
}

/**
 * Checks in a dry run what importing a folder would do. Takes the folder, its sent lessons, its number among the
 * folders that were read, and the person who imports. Fails with a DataError.
 */
export function importCheckQuery(
  client: Pick<DataClient, 'from' | 'rpc'>,
  read: ReadCourse,
  sent: SentCourse | undefined,
  number: number,
  importerName: string | null,
) {
  const { title, slug, publish } = read.course.course
  return queryOptions({
    queryKey: importKeys.check(number, {
      title,
      slug,
      publish,
      sending: sent?.sending,
    }),
    staleTime: 0,
    gcTime: 0,
    // The report stays as it is until the import, which verifies that the course has not changed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: sent
      ? async (): Promise<ImportCheck> => {
          const { course, ...rest } = await completeCourse(client, read, importerName)
          const payload = { ...rest, course: { ...course, ...coverOf(sent) } }
          return { payload, report: await importCourse(client, payload, sent, { dryRun: true }) }
        }
      : skipToken,
  })
}

/** Without a cover in the folder, the import does not change the cover of the course. */
const coverOf = ({ cover }: SentCourse) => (cover === undefined ? {} : { thumbnail_url: cover })

/** Query keys of an import. */
export const importKeys = {
  all: ['catalogue'] as const,
  /** The dry run of an import with these choices. */
  check: (folder: number, choices: object) =>
    [...importKeys.all, 'import', folder, choices] as const,
  /** The difference of one lesson, for an upload and a version of the course. */
  difference: (sending: string, version: string, path: string) =>
    [...importKeys.all, 'import-difference', sending, version, path] as const,
  /** The upload of a folder's lessons. */
  sending: (folder: number) => [...importKeys.all, 'import-sending', folder] as const,
}
