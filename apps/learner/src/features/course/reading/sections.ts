/** A heading of a text that is listed beside it. */
export interface Section {
  id: string
  title: string
  /** It stands below another one. */
  inner: boolean
}

/** A text with fewer is taken in at a glance. */
const FEWEST = 3

function titleOf(heading: HTMLElement): string {
  const words = document.createElement('span')
  words.append(...[...heading.childNodes].map((node) => node.cloneNode(true)))
  // Notes, and what links say to those who do not see where they lead.
  for (const aside of words.querySelectorAll('.md-footnote-ref, .md-visually-hidden'))
    aside.remove()
  return words.textContent?.trim() || heading.querySelector('img')?.alt || heading.id
}

/**
 * In: a rendered text, and the level of its highest headings. Out: the sections of it that are worth a list: two
 * levels, without what is folded away or quoted; none where there are few.
 */
export function sectionsOf(content: HTMLElement, level: number): Section[] {
  const headings = [...content.querySelectorAll<HTMLElement>(`h${level}[id], h${level + 1}[id]`)]
  const sections = headings
    .filter((heading) => heading.closest('details, blockquote, li') === null)
    .map((heading) => ({
      id: heading.id,
      title: titleOf(heading),
      inner: heading.tagName !== `H${level}`,
    }))
  return sections.length < FEWEST ? [] : sections
}
