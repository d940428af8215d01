/** Blocks whose direction the browser finds (`dir="auto"`), because only their text depends on it. */
const TEXT_BLOCKS = new Set('P H1 H2 H3 H4 H5 H6 DT TH TD CAPTION FIGCAPTION SUMMARY'.split(' '))

/** Blocks whose direction also decides on which side their markers, columns and borders are. */
const CONTAINERS = new Set(
  'UL OL DL DD BLOCKQUOTE TABLE DETAILS FIGURE DIV SECTION ARTICLE'.split(' '),
)

const CODE = 'code, kbd, samp, var'

const LETTER = /\p{L}/u
/** The letters of Hebrew, Arabic and related scripts: the Unicode blocks of right-to-left scripts. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Gives each block the direction of its own text (rules/interface#directions). The direction of a container comes from
 * its first letter and is computed here, because `auto` skips children that have a direction, and so every paragraph in
 * it. Blocks without letters, such as a cell with a number, inherit their direction. A list item has the direction of
 * its list, which decides the side of its marker; the style sheet aligns its text. Code runs from left to right and is
 * ignored. A valid `dir` of the author stays. This pass runs last.
 */
export function setDirections(root: ParentNode & Node): void {
  for (const element of root.querySelectorAll('[dir]'))
    if (!/^(?:auto|ltr|rtl)$/i.test(element.getAttribute('dir') ?? ''))
      element.removeAttribute('dir')
  for (const code of root.querySelectorAll<HTMLElement>(`${CODE}, .md-code`)) code.dir ||= 'ltr'

  // Each element is visited once, however deep it is nested: if its direction is decided, so is that of its ancestors.
  const decided = new Set<Element>()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const letter = LETTER.exec(text.nodeValue ?? '')?.[0]
    if (letter === undefined) continue
    const direction = RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
    for (let at = text.parentElement; at && !decided.has(at) && !at.dir; at = at.parentElement) {
      decided.add(at)
      if (TEXT_BLOCKS.has(at.tagName)) at.dir = 'auto'
      else if (CONTAINERS.has(at.tagName)) at.dir = direction
      // The style sheet uses this class, because not every browser knows `:dir()`.
      if (at.dir && direction === 'rtl') at.classList.add('md-rtl')
    }
  }
}
