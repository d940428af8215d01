import type { Json } from '../database.gen'
import { boolean, list, number, object, string, stringOrNull } from '../json'

/** How many characters a note and its quote may have (rules/learning#notes). */
export const NOTE_LIMITS = { body: 10_000, quote: 1_000 }

/** What a note is about; at a second, at a quote, or at neither. */
export interface NotePlace {
  /** Null when the lesson is gone. */
  lesson_id: string | null
  /** The address of its course; null when the lesson does not open. */
  slug: string | null
  course_title: string
  lesson_title: string
  at_seconds: number | null
  quote: string | null
}

/** One of the person's notes, as `my_notes()` answers it. Dates ISO. */
export interface Note extends NotePlace {
  id: string
  body: string
  /** Names this text of it. */
  revision: string
  updated_at: string
  /** Whether the lesson may be opened; a note on any other is read only. */
  open: boolean
}

/** A page of them, the last edited first. */
export interface NotesPage {
  notes: Note[]
  /** Whether older ones follow. */
  more: boolean
}

/** Reads the answer of `my_notes()`; throws DataError `MALFORMED` when it is something else. */
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
    at_seconds: row.at_seconds === null ? null : number(row.at_seconds),
    quote: stringOrNull(row.quote),
    body: string(row.body),
    revision: string(row.revision),
    updated_at: string(row.updated_at),
    open: boolean(row.open),
  }
}
