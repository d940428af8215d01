import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, orNull, shape, string } from '../json'
import type { QueuedNote } from './note-store'

export const parseSavedNote = shape({
  /** Identifies the present text of the note. Another device may have saved a later one. */
  revision: string,
  /** The note to which the older of two texts was moved; null if there was only one text. */
  copy: orNull(string),
})
/** The answer to saving a note: the state in the database. */
export type SavedNote = Answer<typeof parseSavedNote>

/**
 * Saves a queued note. Repeating the call changes nothing (rules/learning#notes). Throws DataError: `42501` if the
 * person may not open the lesson or another person is signed in; `PT409` TOO_MANY_NOTES.
 */
export async function saveNote(
  client: DataClient,
  { id, user, at, noteId, basedOn, place, body }: QueuedNote,
  signal: AbortSignal,
): Promise<SavedNote> {
  return parseSavedNote(
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
}

/**
 * Deletes a note. Returns false if there was none, because it was deleted before or the account may not read anything
 * now. Throws DataError.
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
