/** A heading in the table of contents. */
export interface Section {
  id: string
  title: string
  /** True if the heading is of the second level. */
  inner: boolean
}

/** A text with fewer sections gets no table of contents. */
const FEWEST = 3

function titleOf(heading: HTMLElement): string {
  const copy = document.createElement('span')
  copy.append(...[...heading.childNodes].map((node) => node.cloneNode(true)))
  // Footnote references and text for screen readers are not part of the title.
  for (const aside of copy.querySelectorAll('.md-footnote-ref, .md-visually-hidden')) aside.remove()
  return copy.textContent?.trim() || heading.querySelector('img')?.alt || heading.id
}

/**
 * Returns the sections of a rendered text for the table of contents, given the level of its highest headings: two
 * levels, without headings inside folds or quotes. Returns an empty list if there are fewer than `FEWEST`.
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
