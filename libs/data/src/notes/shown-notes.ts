import type { Note } from './note'
import type { QueuedNote } from './note-store'
import type { SavedNote } from './save-note'

/** A note as the screen shows it, with queued changes applied. */
export interface ShownNote extends Note {
  /** Whether changes of the note were not sent yet. */
  queued: boolean
  /** Why the server refused the note; null if it did not refuse. */
  refused: string | null
}

/** Applies queued changes to the notes from the server, and sorts them by the last edit, the latest first. */
export function shownNotes(notes: readonly Note[], queued: readonly QueuedNote[]): ShownNote[] {
  const changed = new Map(queued.map((entry) => [entry.noteId, entry]))
  const known = notes
    .filter(({ id }) => !changed.has(id))
    .map((note) => ({ ...note, queued: false, refused: null }))
  const here = queued.flatMap((entry) => {
    if (entry.body === null) return []
    const { noteId, place, body, id, at, refused } = entry
    const before = notes.find((note) => note.id === noteId)
    return {
      ...(before ?? { ...place, open: true }),
      id: noteId,
      body,
      revision: id,
      updated_at: new Date(at).toISOString(),
      queued: refused === null,
      refused,
    }
  })
  return [...known, ...here].sort((a, b) => (instant(a) < instant(b) ? 1 : -1))
}

/** Applies a saved change to the notes from the server. */
export function afterSaving(
  notes: readonly Note[],
  entry: QueuedNote,
  answer: SavedNote | null,
): Note[] {
  // If another device has saved a later text, that text stays.
  const isBeaten = answer !== null && answer.revision !== entry.id
  if (isBeaten) return [...notes]
  return shownNotes(notes, [entry]).map(({ queued: _, refused: __, ...note }) => note)
}

const instant = ({ updated_at }: Note) => new Date(updated_at).getTime()
