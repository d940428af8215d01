import type { QueryClient } from '@tanstack/react-query'
import type { LessonBody } from '../course-viewing/lesson-query'
import { isTransient, toDataError } from '../errors'
import { type FileStore, SIGNED_SECONDS } from './file-store'

/** Signed again a little before the addresses end, in milliseconds. */
const FRESH_MS = (SIGNED_SECONDS - 300) * 1000
/** So long an answer is waited for before what is kept on this device stands in its place. */
const PATIENCE_MS = 4_000

/**
 * Where a lesson's files can be fetched, by their path: one call for all who ask (rules/files#fetch), until
 * their hour is nearly over.
 * @param failed an address that has just led nowhere: if it is one of these, they are signed once more
 * @returns null where the server gives no answer; a path that may not be fetched, or not any more, is left out
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
