import { type Answer, boolean, listOf, number, orNull, shape, string } from '../json'

/** The most characters of a note and of its quote (rules/learning#notes). */
export const NOTE_LIMITS = { body: 10_000, quote: 1_000 }

const place = {
  /** Null if the lesson was deleted. */
  lesson_id: orNull(string),
  /** The slug of the course; null if the person cannot open the lesson. */
  slug: orNull(string),
  course_title: string,
  lesson_title: string,
  at_seconds: orNull(number),
  quote: orNull(string),
}
const parseNote = shape({
  ...place,
  id: string,
  body: string,
  /** Identifies the present text of the note. */
  revision: string,
  updated_at: string,
  /** Whether the person can open the lesson. If not, the note can only be read. */
  open: boolean,
})
/** One of the person's notes, as `my_notes()` returns it. Dates are ISO. */
export type Note = Answer<typeof parseNote>
/** The place of a note: a lesson, and in it a second, a quoted passage, or neither. */
export type NotePlace = Pick<Note, keyof typeof place>

export const parseNotes = shape({
  notes: listOf(parseNote),
  /** Whether there are older notes. */
  more: boolean,
})
/** One page of notes, the last edited first. */
export type NotesPage = Answer<typeof parseNotes>
