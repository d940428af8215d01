import type { Note } from './note'
import type { QueuedNote } from './note-shelf'
import type { SavedNote } from './save-note'

/** A note as it is shown: what was done here counts, whether or not it has reached the server. */
export interface ShownNote extends Note {
  /** It has not reached the server yet. */
  queued: boolean
  /** Why the server did not take it; null where it did, or was not asked yet. */
  refused: string | null
}

/** In: notes as they were read, and what waits. Out: notes as they are shown, the last edited first. */
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

/** In: notes as they were read, and a change that the server took. Out: the notes as they would be read now. */
export function afterSaving(
  notes: readonly Note[],
  entry: QueuedNote,
  answer: SavedNote | null,
): Note[] {
  // Where a later edit stood already, it stays.
  const isBeaten = answer !== null && answer.revision !== entry.id
  if (isBeaten) return [...notes]
  return shownNotes(notes, [entry]).map(({ queued: _, refused: __, ...note }) => note)
}

const instant = ({ updated_at }: Note) => new Date(updated_at).getTime()
