import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, orNull, shape, string } from '../json'

/**
 * The hint of an error when an import cannot be undone, because it was undone already or the course has changed since.
 */
export const IMPORT_PAST = 'IMPORT_PAST'

export const parseImportToUndo = orNull(
  shape({
    /** ISO date. */
    at: string,
    /** The name of the person who imported; null if the caller may not know it. */
    who: orNull(string),
    /** Whether the import created the course. */
    made: boolean,
  }),
)
/** The latest import of a course if it can be undone. */
export type ImportToUndo = NonNullable<Answer<typeof parseImportToUndo>>

/**
 * Reads the import of a course that can be undone (rules/courses#import); null if the course has changed since or was
 * never imported. Fails with a DataError, `42501` for callers who may not change it.
 */
export async function readImportToUndo(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<ImportToUndo | null> {
  return parseImportToUndo(
    unwrap(await client.rpc('import_to_undo', { course_id: id }).abortSignal(signal)),
  )
}

/**
 * Undoes the latest import of a course in one transaction (rules/courses#import): restores the previous course, and
 * moves to the bin what the import added, including a course that it created. Throws DataError: `PT409` with hint
 * `IMPORT_PAST` if there is nothing to undo, `42501` for callers who may not.
 */
export async function undoImport(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
): Promise<void> {
  unwrap(await client.rpc('undo_import', { course_id: id }))
}
