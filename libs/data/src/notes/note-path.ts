import { lessonPath } from '../course-viewing/paths'
import { PASSAGE_PARAM } from '../search/passage-in-address'
import type { NotePlace } from './note'

/** A quote is found by its first words, up to this number. */
const MOST_WORDS = 12

/** The parameter of a lesson's address that names a second of its video. */
const SECOND_PARAM = 'at'

/** Returns the address of a lesson at the second or the quote of a note; null if the lesson does not open. */
export function notePath({ slug, lesson_id, at_seconds, quote }: NotePlace): string | null {
  if (slug === null || lesson_id === null) return null
  if (quote !== null) return quotePath(slug, lesson_id, quote)
  const path = lessonPath(slug, lesson_id)
  return at_seconds === null ? path : `${path}?${SECOND_PARAM}=${at_seconds}`
}

/** Returns the address of a lesson at a quoted passage (rules/learning#passage). */
export function quotePath(slug: string, lessonId: string, quote: string): string {
  const passage = quote.split(/\s+/).slice(0, MOST_WORDS).join(' ')
  return `${lessonPath(slug, lessonId)}?${new URLSearchParams({ [PASSAGE_PARAM]: passage })}`
}

/** Returns the second that an address's query names, or null. */
export function secondInAddress(search: string): number | null {
  const second = new URLSearchParams(search).get(SECOND_PARAM)
  return second && /^\d{1,6}$/.test(second) ? Number(second) : null
}
