import { queryOptions, skipToken } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { courseEditingKeys } from '../course-editing/keys'
import { completeCourse } from './complete-course'
import { type ImportReport, importCourse } from './import-course'
import type { ImportPayload } from './payload'
import type { ReadCourse } from './read-course-folder'
import { type SendingProgress, type Sent, sendLessons } from './send-lessons'

/** What an import would do, and exactly what would be sent for it. */
export interface ImportCheck {
  payload: ImportPayload
  report: ImportReport
}

/**
 * Sends the lessons of a folder, once for all checks and the import. In: the folder, which number it
 * has among those that were read, and who hears how far it has come. Fails with a DataError.
 */
export function importSendingQuery(
  client: Pick<DataClient, 'rpc'>,
  read: ReadCourse,
  number: number,
  onProgress: (progress: SendingProgress) => void,
) {
  return queryOptions({
    queryKey: courseEditingKeys.importSending(number),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: () => sendLessons(client, read.course.modules, onProgress),
  })
}

/**
 * Asks what importing a folder would do; nothing is changed. In: the folder, its lessons as they were
 * sent, which number it has among those that were read, and who imports it. Fails with a DataError.
 */
export function importCheckQuery(
  client: Pick<DataClient, 'from' | 'rpc'>,
  read: ReadCourse,
  sent: Sent | undefined,
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
          const payload = await completeCourse(client, read, importerName)
          return { payload, report: await importCourse(client, payload, sent, { dryRun: true }) }
        }
      : skipToken,
  })
}
