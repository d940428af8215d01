import { make, moveChildren, wrap } from './dom'
import { FOOTNOTE_REF } from './footnotes'
import { headingSlug } from './heading-slug'
import { CONTENT_PREFIX } from './pass-names'

/**
 * Returns the level of each heading on the page: its depth in the lesson's own outline, below the levels that the page
 * uses. So a lesson that starts at `###` looks like one that starts at `#`, and no level is skipped.
 */
function levels(written: number[], offset: number): number[] {
  const open: number[] = []
  return written.map((level) => {
    while ((open.at(-1) ?? 0) >= level) open.pop()
    open.push(level)
    return Math.min(offset + open.length, 6)
  })
}

/** Returns a function that makes unique ids as GitHub does: `setup`, `setup-1`, `setup-2`. */
function idMaker(taken: Set<string>): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const base = CONTENT_PREFIX + (headingSlug(text) || 'section')
    let count = counts.get(base) ?? 0
    let id = count === 0 ? base : `${base}-${count}`
    while (taken.has(id)) {
      count += 1
      id = `${base}-${count}`
    }
    counts.set(base, count)
    taken.add(id)
    return id
  }
}

function addAnchor(heading: Element, text: string): void {
  const link = make('a', 'md-heading-link')
  link.href = `#${heading.id}`
  link.setAttribute('aria-label', `Link to section: ${text}`)
  const sign = make('span', '', '#')
  sign.setAttribute('aria-hidden', 'true')
  link.append(sign)
  // The link is beside the heading, not in it, so that screen readers do not read its name as part of the heading.
  wrap(heading, make('div', 'md-heading'))
  heading.after(link)
}

/** Returns the text of a heading without its footnote references. */
function textOf(heading: Element): string {
  const references = [...heading.querySelectorAll(`.${CONTENT_PREFIX}${FOOTNOTE_REF}`)]
  const text = references.reduce(
    (text, { textContent }) => text.replace(textContent ?? '', ''),
    heading.textContent ?? '',
  )
  return text.trim() || heading.querySelector('img')?.alt || 'Section'
}

/**
 * Moves every heading to its level below `offset`, the number of levels that the page itself uses, and gives it an
 * id and a link to itself. `taken` holds the ids in use and is added to. Empty headings are removed.
 */
export function linkHeadings(root: ParentNode, offset: number, taken: Set<string>): void {
  const headings = [...root.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((heading) => {
    const empty = heading.textContent?.trim() === '' && heading.querySelector('img') === null
    if (empty) heading.remove()
    return !empty
  })
  const written = headings.map((heading) => Number(heading.tagName.slice(1)))
  const placed = levels(written, offset)
  const nextId = idMaker(taken)
  headings.forEach((heading, index) => {
    const moved = document.createElement(`h${placed[index] ?? 6}`)
    for (const { name, value } of heading.attributes) moved.setAttribute(name, value)
    moveChildren(heading, moved)
    heading.replaceWith(moved)
    const text = textOf(moved)
    if (moved.id === '') moved.id = nextId(text)
    if (moved.closest('summary, a') === null) addAnchor(moved, text)
  })
}
