import { queryOptions } from '@tanstack/react-query'
import { catalogueKeys } from '../catalogue/keys'
import type { DataClient } from '../client'
import { completeCourse } from './complete-course'
import { type ImportReport, importCourse } from './import-course'
import type { ImportPayload } from './payload'
import type { ReadCourse } from './read-course-folder'

/** What an import would do, and exactly what would be sent for it. */
export interface ImportCheck {
  payload: ImportPayload
  report: ImportReport
}

/**
 * Asks what importing a folder would do; nothing is changed. In: the folder, which number it has among
 * those that were read, and who imports it. Always asked anew. Fails with a DataError.
 */
export function importCheckQuery(
  client: Pick<DataClient, 'from' | 'rpc'>,
  read: ReadCourse,
  number: number,
  importerName: string | null,
) {
  const { title, slug, publish } = read.course.course
  return queryOptions({
    queryKey: catalogueKeys.importCheck(number, { title, slug, publish }),
    staleTime: 0,
    gcTime: 0,
    // What is being looked at does not change by itself; applying finds out whether it still holds.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async (): Promise<ImportCheck> => {
      const payload = await completeCourse(client, read, importerName)
      return { payload, report: await importCourse(client, payload, { dryRun: true }) }
    },
  })
}
