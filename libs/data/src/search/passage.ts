import { lessonPath } from '../course-viewing/paths'
import { IN_RUNS, PASSAGE_PARAM } from './passage-in-address'

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

/** A stretch of a title or a snippet, and whether it is what was searched for. */
export interface HighlightPart {
  text: string
  marked: boolean
  /** Where it begins, in characters of what is shown. */
  at: number
}

const OPENS = '\u0002'
const CLOSES = '\u0003'

/**
 * In: a text of `search()`, in which the characters 2 and 3 stand around what was found. Out: its
 * parts in order, none of them empty; signs without their partner are left out.
 */
export function highlightParts(text: string): HighlightPart[] {
  const parts: HighlightPart[] = []
  let at = 0
  const add = (shown: string, marked: boolean) => {
    if (shown) parts.push({ text: shown, marked, at })
    at += shown.length
  }
  text.split(OPENS).forEach((piece, i) => {
    const [first = '', ...rest] = piece.split(CLOSES)
    add(first, i > 0 && rest.length > 0)
    add(rest.join(''), false)
  })
  return parts
}
