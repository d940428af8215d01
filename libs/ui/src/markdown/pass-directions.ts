/** Blocks of words: the browser finds their direction, and their place is the same either way. */
const WORDS = new Set('P H1 H2 H3 H4 H5 H6 DT TH TD CAPTION FIGCAPTION SUMMARY'.split(' '))

/** Blocks whose marks, columns and edges stand on the side where their text begins. */
const FRAMES = new Set('UL OL DL DD BLOCKQUOTE TABLE DETAILS FIGURE DIV SECTION ARTICLE'.split(' '))

const CODE = 'code, kbd, samp, var'

const LETTER = /\p{L}/u
/** The letters of Hebrew, Arabic and their kin: the blocks that Unicode keeps for such scripts. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Gives each block the direction of its own text (rules/interface#directions). For frames the first letter is
 * looked for here, because `auto` looks past what has a direction itself, and so past each paragraph in them.
 * What has no letters, such as a cell of figures or of code, goes with what is around it; an item goes with its list,
 * on whose side its mark stands, and the style sheet turns its words. Code runs from left to right and decides
 * nothing; what the author said stays. Comes last.
 */
export function settleDirections(root: ParentNode & Node): void {
  for (const said of root.querySelectorAll('[dir]'))
    if (!/^(?:auto|ltr|rtl)$/i.test(said.getAttribute('dir') ?? '')) said.removeAttribute('dir')
  for (const code of root.querySelectorAll<HTMLElement>(`${CODE}, .md-code`)) code.dir ||= 'ltr'

  // Each element is walked through once, however deep it lies: an earlier letter has decided what is around it.
  const decided = new Set<Element>()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const letter = LETTER.exec(text.nodeValue ?? '')?.[0]
    if (letter === undefined) continue
    const direction = RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
    for (let at = text.parentElement; at && !decided.has(at) && !at.dir; at = at.parentElement) {
      decided.add(at)
      if (WORDS.has(at.tagName)) at.dir = 'auto'
      else if (FRAMES.has(at.tagName)) at.dir = direction
      // For the style sheet, because not every browser knows `:dir()`.
      if (at.dir && direction === 'rtl') at.classList.add('md-rtl')
    }
  }
}
