import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { object, string, stringOrNull } from '../json'
import type { QueuedNote } from './note-shelf'

/** What the database holds after a note was saved. */
export interface SavedNote {
  /** The text that stands now: another one than was sent where a later edit was there. */
  revision: string
  /** The note that the other of two edits was kept as. */
  copy: string | null
}

/**
 * Saves a note as it waits; may be sent again (rules/learning#notes). Throws DataError: `42501` for a lesson that does
 * not open, or when another person is signed in; `PT409` TOO_MANY_NOTES.
 */
export async function saveNote(
  client: DataClient,
  { id, user, at, noteId, basedOn, place, body }: QueuedNote,
  signal: AbortSignal,
): Promise<SavedNote> {
  const answer = object(
    unwrap(
      await client
        .rpc('save_note', {
          note: noteId,
          lesson: place.lesson_id ?? '',
          body: body ?? '',
          revision: id,
          based_on: basedOn,
          ...(place.at_seconds !== null && { at_seconds: place.at_seconds }),
          ...(place.quote !== null && { quote: place.quote }),
          age_sec: Math.max(0, (Date.now() - at) / 1000),
          as_user: user,
        })
        .abortSignal(signal),
    ),
  )
  return { revision: string(answer.revision), copy: stringOrNull(answer.copy) }
}

/**
 * Deletes a note. Out: whether there was one: it may be gone already, or the person may read nothing at the moment.
 * Throws DataError.
 */
export async function deleteNote(
  client: DataClient,
  { user, noteId }: QueuedNote,
  signal: AbortSignal,
): Promise<boolean> {
  const gone = unwrap(
    await client
      .from('notes')
      .delete()
      .match({ user_id: user, id: noteId })
      .select('id')
      .abortSignal(signal),
  )
  return gone.length > 0
}
