import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { boolean, object, string, stringOrNull } from '../json'

/** The hint of a refusal to undo: the course has changed since, or it was done already. */
export const IMPORT_PAST = 'IMPORT_PAST'

/** The latest import of a course, which can still be undone. */
export interface ImportToUndo {
  /** ISO date. */
  at: string
  /** A name; null where the caller may not know it. */
  who: string | null
  /** Whether the import made the course. */
  made: boolean
}

/**
 * The import of a course that can be undone (rules/courses#import). In: a course. Out: null when it has changed
 * since, or was never imported. Fails with a DataError, `42501` for callers who may not change it.
 */
export async function readImportToUndo(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<ImportToUndo | null> {
  const answer = unwrap(await client.rpc('import_to_undo', { course_id: id }).abortSignal(signal))
  if (answer === null) return null
  const { at, who, made } = object(answer)
  return { at: string(at), who: stringOrNull(who), made: boolean(made) }
}

/**
 * Undoes the latest import of a course as one act (rules/courses#import): it is as it was before, what the import
 * added is in the bin, and so is a course that it made. In: a course. Throws DataError: `PT409` with hint
 * `IMPORT_PAST` when there is none to undo, `42501` for callers who may not.
 */
export async function undoImport(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
): Promise<void> {
  unwrap(await client.rpc('undo_import', { course_id: id }))
}
