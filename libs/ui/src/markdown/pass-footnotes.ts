import { make } from './dom'
import { FOOTNOTE, FOOTNOTE_REF } from './footnotes'
import { decodeFragment } from './link-target'
import { CONTENT_PREFIX, contentId } from './pass-names'

const NOTES = `section.${CONTENT_PREFIX}${FOOTNOTE}[id]`
const REFERENCES = `sup.${CONTENT_PREFIX}${FOOTNOTE_REF} > a[href^="#"]`

interface Note {
  section: Element
  number: number
  /** The ids of the references to this note. */
  places: string[]
}

/** Returns an id that is not in use, and marks it as used. */
function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`
  taken.add(id)
  return id
}

/** Creates the link from a note back to one of its references. */
function backLink(id: string, number: number, nth: number): HTMLAnchorElement {
  const link = make('a', 'md-footnote-back')
  link.href = `#${id}`
  const place = nth === 1 ? '' : `, place ${nth}`
  link.setAttribute('aria-label', `Back to reference ${number}${place}`)
  const sign = make('span', '', '↩')
  sign.setAttribute('aria-hidden', 'true')
  link.append(sign)
  return link
}

function listItem({ section, number, places }: Note): HTMLLIElement {
  const item = make('li', 'md-footnote')
  item.id = section.id
  while (section.firstChild !== null) item.append(section.firstChild)
  const last = item.lastElementChild
  const end = last?.tagName === 'P' ? last : item
  places.forEach((id, index) => {
    end.append(' ', backLink(id, number, index + 1))
  })
  return item
}

/**
 * Moves the notes to the end of the text, numbered in the order of their first reference, with links in both
 * directions. A reference without a note stays as it was written; a note without a reference is dropped. `taken`
 * holds the ids in use and is added to. Runs after `nameContent` and before `prepareLinks`.
 */
export function gatherFootnotes(root: ParentNode, taken: Set<string>): void {
  const sections = new Map([...root.querySelectorAll(NOTES)].map((note) => [note.id, note]))
  const notes = new Map<string, Note>()
  for (const link of root.querySelectorAll(REFERENCES)) {
    const id = contentId(decodeFragment(link.getAttribute('href')?.slice(1) ?? ''))
    const section = sections.get(id)
    if (section === undefined) {
      link.parentElement?.replaceWith(link.textContent ?? '')
      continue
    }
    const note = notes.get(id) ?? { section, number: notes.size + 1, places: [] }
    notes.set(id, note)
    const place = freeId(`${CONTENT_PREFIX}fnref-${note.number}`, taken)
    note.places.push(place)
    link.id = place
    link.textContent = String(note.number)
    link.setAttribute('aria-label', `Footnote ${note.number}`)
    link.parentElement?.setAttribute('class', 'md-footnote-ref')
  }
  for (const section of sections.values()) section.remove()
  if (notes.size === 0) return
  const list = make('ol', '')
  for (const note of notes.values()) list.append(listItem(note))
  const end = make('section', 'md-footnotes')
  end.setAttribute('aria-label', 'Footnotes')
  end.append(list)
  root.append(end)
}
