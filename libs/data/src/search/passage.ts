import { lessonPath } from '../course-viewing/paths'
import { IN_RUNS, PASSAGE_PARAM } from './passage-in-address'

/** Enough words to identify a place in a text, and few enough for an address. */
const MOST_WORDS = 8
/** The number of characters for a script without spaces. */
const MOST_OF_A_RUN = 24

/**
 * Returns the passage of a snippet of `search()`, from the first match on, as in the lesson's text; null if it contains
 * no match.
 */
export function passageOf(snippet: string | null): string | null {
  const parts = highlightParts(snippet ?? '')
  const found = parts.findIndex(({ marked }) => marked)
  if (found < 0) return null
  const text = parts
    .slice(found)
    .map((part) => part.text)
    .join('')
  // The snippet ends with an ellipsis.
  const words = text.replace(/…$/, '').trim().split(/\s+/).slice(0, MOST_WORDS).join(' ')
  return IN_RUNS.test(words) ? [...words].slice(0, MOST_OF_A_RUN).join('').trim() : words
}

/** Returns the address of a found lesson at the passage of its snippet (rules/learning#passage). */
export function foundLessonPath(slug: string, lessonId: string, snippet: string | null): string {
  const passage = passageOf(snippet)
  const path = lessonPath(slug, lessonId)
  return passage === null ? path : `${path}?${new URLSearchParams({ [PASSAGE_PARAM]: passage })}`
}

/** A part of a title or a snippet, and whether it is a match. */
export interface HighlightPart {
  text: string
  marked: boolean
  /** Its position in the shown text, in characters. */
  at: number
}

const OPENS = '\u0002'
const CLOSES = '\u0003'

/**
 * Splits a text of `search()`, in which the characters 2 and 3 surround matches, into parts in order, none of them
 * empty. Unpaired characters are removed.
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
