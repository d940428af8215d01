import { make } from './dom'

const MARK = /^\s*\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i

/** Turns GitHub's alerts into notes: a quote that begins with `[!NOTE]` becomes a note with that title. */
export function markAlerts(root: ParentNode): void {
  for (const quote of root.querySelectorAll('blockquote')) {
    const first = quote.firstElementChild
    const text = first?.tagName === 'P' ? first.firstChild : null
    if (!(text instanceof Text)) continue
    const mark = MARK.exec(text.data)
    const kind = mark?.[1]?.toLowerCase()
    if (mark === null || kind === undefined) continue
    text.data = text.data.slice(mark[0].length)
    const title = make('p', 'md-alert-title', kind.slice(0, 1).toUpperCase() + kind.slice(1))
    quote.classList.add('md-alert', `md-alert-${kind}`)
    quote.prepend(title)
  }
}
