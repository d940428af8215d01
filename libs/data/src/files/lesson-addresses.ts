import type { QueryClient } from '@tanstack/react-query'
import type { LessonBody } from '../course-viewing/lesson-query'
import { isTransient, toDataError } from '../errors'
import { type FileStore, SIGNED_SECONDS } from './file-store'

/** Addresses are signed again a little before they expire, in milliseconds. */
const FRESH_MS = (SIGNED_SECONDS - 300) * 1000
/** Cached files are used if no answer comes within this time. */
const PATIENCE_MS = 4_000

/**
 * Returns the addresses of a lesson's files by path: one call for all callers (rules/files#fetch), until the hour is
 * nearly over. If `failed`, an address that did not work, is one of these, they are signed once more. Returns null if
 * the server does not answer; paths that the person may not open are left out.
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
