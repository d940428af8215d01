import { lessonPath } from '../course-viewing/paths'
import { IN_RUNS, PASSAGE_PARAM } from './passage-in-address'

/** The maximum number of words: enough to find the place in a text, and few enough for an address. */
const MAX_WORDS = 8
/** The maximum number of characters of a passage in a script without spaces, where words cannot be counted. */
const MAX_CHARACTERS = 24

/**
 * Returns the part of a snippet of `search()` from the first match on, as it stands in the lesson's text; null if the
 * snippet contains no match.
 */
export function passageOf(snippet: string | null): string | null {
  const parts = highlightParts(snippet ?? '')
  const found = parts.findIndex(({ marked }) => marked)
  if (found < 0) return null
  const text = parts
    .slice(found)
    .map((part) => part.text)
    .join('')
  // The database puts an ellipsis at the end of a shortened snippet.
  const words = text.replace(/…$/, '').trim().split(/\s+/).slice(0, MAX_WORDS).join(' ')
  return IN_RUNS.test(words) ? [...words].slice(0, MAX_CHARACTERS).join('').trim() : words
}

/** Returns the address of a lesson that was found. It leads to the passage in the snippet (rules/learning#passage). */
export function foundLessonPath(slug: string, lessonId: string, snippet: string | null): string {
  const passage = passageOf(snippet)
  const path = lessonPath(slug, lessonId)
  return passage === null ? path : `${path}?${new URLSearchParams({ [PASSAGE_PARAM]: passage })}`
}

/** A part of a title or a snippet, and whether it is a match. */
export interface HighlightPart {
  text: string
  marked: boolean
  /** The position of the part in the whole text, in characters. */
  at: number
}

const OPENS = '\u0002'
const CLOSES = '\u0003'

/**
 * Splits a text of `search()` into matches and the parts between them, in order, without empty parts. The control
 * characters U+0002 and U+0003 surround each match; without a partner they are removed.
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
