import { queryOptions, skipToken } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { sendWhole } from '../files/send-whole'
import { completeCourse } from './complete-course'
import { type ImportReport, importCourse } from './import-course'
import type { ImportPayload, ReadCourse } from './payload'
import { type LoadedAsset, placeAssets } from './place-assets'
import { type SendingProgress, type Sent, sendLessons } from './send-lessons'

/** What an import would do, and the content that would be imported. */
export interface ImportCheck {
  payload: ImportPayload
  report: ImportReport
}

/** The lessons and the cover that were sent to the server. */
export interface SentCourse extends Sent {
  cover: string | null | undefined
}

/**
 * Sends the files and the lessons of a folder once for all checks and the import. Takes the project, the folder with
 * the bytes of its files, the folder's number among those that were read, and a callback for the progress. Fails with a
 * DataError.
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
 * Checks what importing a folder would do, without changing anything. Takes the folder, its sent lessons, its number
 * among those that were read, and the person who imports. Fails with a DataError.
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
    // The check does not become outdated by itself; the import verifies that it is still valid.
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

/** If the folder has no cover, the course keeps its own. */
const coverOf = ({ cover }: SentCourse) => (cover === undefined ? {} : { thumbnail_url: cover })

/** Query keys of an import. */
export const importKeys = {
  all: ['catalogue'] as const,
  /** The check of an import: what it would do with these choices. */
  check: (folder: number, choices: object) =>
    [...importKeys.all, 'import', folder, choices] as const,
  /** The difference of a lesson: for which sent content, over which version of the course. */
  difference: (sending: string, version: string, path: string) =>
    [...importKeys.all, 'import-difference', sending, version, path] as const,
  /** The lessons of a folder that were sent for its import. */
  sending: (folder: number) => [...importKeys.all, 'import-sending', folder] as const,
}
