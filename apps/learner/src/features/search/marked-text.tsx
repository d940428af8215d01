import { highlightParts } from '@rookies/data/search/passage'

/** A text in which the search's matches are marked. */
export function MarkedText({ text }: { text: string }) {
  return highlightParts(text).map(({ text: part, marked, at }) =>
    marked ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  )
}
