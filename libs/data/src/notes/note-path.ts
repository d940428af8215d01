import { lessonPath } from '../course-viewing/paths'
import { PASSAGE_PARAM } from '../search/passage-in-address'
import type { NotePlace } from './note'

/** The number of words of a quote that its link contains, by which the passage is found. */
const MAX_WORDS = 12

/** The parameter of a lesson's address that names a second of its video. */
const SECOND_PARAM = 'at'

/** Returns the address of a note's second or passage in its lesson; null if the person cannot open the lesson. */
export function notePath({ slug, lesson_id, at_seconds, quote }: NotePlace): string | null {
  if (slug === null || lesson_id === null) return null
  if (quote !== null) return quotePath(slug, lesson_id, quote)
  const path = lessonPath(slug, lesson_id)
  return at_seconds === null ? path : `${path}?${SECOND_PARAM}=${at_seconds}`
}

/** Returns the address of a lesson at a quoted passage (rules/learning#passage). */
export function quotePath(slug: string, lessonId: string, quote: string): string {
  const passage = quote.split(/\s+/).slice(0, MAX_WORDS).join(' ')
  return `${lessonPath(slug, lessonId)}?${new URLSearchParams({ [PASSAGE_PARAM]: passage })}`
}

/** Returns the second in the query string of an address; null if there is none. */
export function secondInAddress(search: string): number | null {
  const second = new URLSearchParams(search).get(SECOND_PARAM)
  return second && /^\d{1,6}$/.test(second) ? Number(second) : null
}
