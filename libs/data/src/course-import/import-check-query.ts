import { queryOptions, skipToken } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { courseEditingKeys } from '../course-editing/keys'
import { sendWhole } from '../files/send-whole'
import { completeCourse } from './complete-course'
import { type ImportReport, importCourse } from './import-course'
import type { ImportPayload } from './payload'
import { type LoadedAsset, placeAssets } from './place-assets'
import type { ReadCourse } from './read-course-folder'
import { type SendingProgress, type Sent, sendLessons } from './send-lessons'

/** What an import would do, and exactly what would be sent for it. */
export interface ImportCheck {
  payload: ImportPayload
  report: ImportReport
}

/** The lessons as they lie at the server, and the cover that was sent with them. */
export interface SentCourse extends Sent {
  cover: string | null | undefined
}

/**
 * Sends the files and the lessons of a folder, once for all checks and the import. In: the project, the folder with the
 * bytes of the files that it names, which number it has among those that were read, and who hears how far it has come.
 * Fails with a DataError.
 */
export function importSendingQuery(
  { project, client }: { project: { url: string; key: string }; client: DataClient },
  { read, assets }: { read: ReadCourse; assets: readonly LoadedAsset[] },
  number: number,
  onProgress: (progress: SendingProgress) => void,
) {
  return queryOptions({
    queryKey: courseEditingKeys.importSending(number),
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
 * Asks what importing a folder would do; nothing is changed. In: the folder, its lessons as they were
 * sent, which number it has among those that were read, and who imports it. Fails with a DataError.
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
    queryKey: courseEditingKeys.importCheck(number, {
      title,
      slug,
      publish,
      sending: sent?.sending,
    }),
    staleTime: 0,
    gcTime: 0,
    // What is being looked at does not change by itself; applying finds out whether it still holds.
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

/** What the folder does not say about the cover is left as the course has it. */
const coverOf = ({ cover }: SentCourse) => (cover === undefined ? {} : { thumbnail_url: cover })
