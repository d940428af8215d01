import type { Json } from '../database.gen'
import { boolean, list, numberOrNull, object, string, stringOrNull } from '../json'

/** The most characters of a note and of its quote (rules/learning#notes). */
export const NOTE_LIMITS = { body: 10_000, quote: 1_000 }

/** The lesson of a note, with a second, a quote, or neither. */
export interface NotePlace {
  /** Null if the lesson was deleted. */
  lesson_id: string | null
  /** The slug of the course; null if the lesson does not open. */
  slug: string | null
  course_title: string
  lesson_title: string
  at_seconds: number | null
  quote: string | null
}

/** One of the person's notes, as `my_notes()` returns it. Dates are ISO. */
export interface Note extends NotePlace {
  id: string
  body: string
  /** Identifies this text of the note. */
  revision: string
  updated_at: string
  /** Whether the lesson opens for the person; otherwise the note is read-only. */
  open: boolean
}

/** One page of notes, the last edited first. */
export interface NotesPage {
  notes: Note[]
  /** Whether older notes follow. */
  more: boolean
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseNotes(json: Json): NotesPage {
  const page = object(json)
  return { notes: list(page.notes).map(parseNote), more: boolean(page.more) }
}

function parseNote(json: Json): Note {
  const row = object(json)
  return {
    id: string(row.id),
    lesson_id: stringOrNull(row.lesson_id),
    slug: stringOrNull(row.slug),
    course_title: string(row.course_title),
    lesson_title: string(row.lesson_title),
    at_seconds: numberOrNull(row.at_seconds),
    quote: stringOrNull(row.quote),
    body: string(row.body),
    revision: string(row.revision),
    updated_at: string(row.updated_at),
    open: boolean(row.open),
  }
}
