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
