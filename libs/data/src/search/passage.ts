import { lessonPath } from '../course-viewing/paths'
import { highlightParts } from './highlight'
import { IN_RUNS } from './in-runs'
import { PASSAGE_PARAM } from './passage-in-address'

/** Enough to tell one place of a text from another, and little enough for an address. */
const MOST_WORDS = 8
/** Of a text whose words stand in runs, which has no eight words to count. */
const MOST_OF_A_RUN = 24

/**
 * In: a snippet of `search()`. Out: the passage that it shows, from the first word that was found on, as the lesson's
 * text has it; null where nothing in it was found.
 */
export function passageOf(snippet: string | null): string | null {
  const parts = highlightParts(snippet ?? '')
  const found = parts.findIndex(({ marked }) => marked)
  if (found < 0) return null
  const text = parts
    .slice(found)
    .map((part) => part.text)
    .join('')
  // The snippet ends in a sign of its own.
  const words = text.replace(/…$/, '').trim().split(/\s+/).slice(0, MOST_WORDS).join(' ')
  return IN_RUNS.test(words) ? [...words].slice(0, MOST_OF_A_RUN).join('').trim() : words
}

/** Where a lesson is that was found, at the passage that its snippet shows (rules/learning#passage). */
export function foundLessonPath(slug: string, lessonId: string, snippet: string | null): string {
  const passage = passageOf(snippet)
  const path = lessonPath(slug, lessonId)
  return passage === null ? path : `${path}?${new URLSearchParams({ [PASSAGE_PARAM]: passage })}`
}
