import { textParts } from '@rookies/data/search/marks'

/** A text with what was searched for marked. */
export function MarkedText({ text }: { text: string }) {
  return textParts(text).map(({ text: part, marked, at }) =>
    marked ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  )
}
