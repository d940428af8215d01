import type { QueryClient } from '@tanstack/react-query'
import type { LessonBody } from '../course-viewing/lesson-query'
import { isTransient, toDataError } from '../errors'
import { type FileStore, SIGNED_SECONDS } from './file-store'

/** The age in milliseconds after which addresses are signed again, a little before they expire. */
const FRESH_MS = (SIGNED_SECONDS - 300) * 1000
/** If no answer arrives within this time, in milliseconds, cached files are used. */
const PATIENCE_MS = 4_000

/**
 * Returns the addresses of a lesson's files by path, with one request for all callers (rules/files#fetch), until they
 * have nearly expired. If `failed`, an address that did not work, is one of them, new addresses are requested once.
 * Returns null if the server does not answer. Paths that the person may not open are left out.
 */
export async function lessonAddresses(
  queries: QueryClient,
  store: FileStore,
  lesson: Pick<LessonBody, 'id' | 'lesson_files'>,
  failed?: string,
): Promise<ReadonlyMap<string, string> | null> {
  const paths = lesson.lesson_files.map(({ path }) => path)
  const queryKey = ['lesson-files', lesson.id, paths] as const
  const known = queries.getQueryData<ReadonlyMap<string, string>>(queryKey)
  const hasEnded = failed !== undefined && [...(known?.values() ?? [])].includes(failed)
  const signed = queries.fetchQuery({
    queryKey,
    queryFn: () => store.sign(paths),
    staleTime: hasEnded ? 0 : FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
  })
  let bell: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    bell = setTimeout(resolve, PATIENCE_MS, null)
  })
  try {
    return await Promise.race([signed, late])
  } catch (error) {
    return isTransient(toDataError(error)) ? null : new Map()
  } finally {
    clearTimeout(bell)
  }
}
