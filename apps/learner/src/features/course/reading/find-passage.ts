import { IN_RUNS } from '@rookies/data/search/passage-in-address'

/** Elements whose text is not part of the lesson, such as buttons. */
const IGNORED_ELEMENTS =
  'header, nav, button, .md-code-bar, .md-heading-link, .md-visually-hidden, [role="status"]'

/** Elements at whose edges a word ends. */
export const BLOCK =
  'p, li, pre, td, th, dt, dd, h2, h3, h4, h5, h6, summary, figcaption, blockquote, section, div'

interface Letters {
  /** The letters and digits of the page, in lower case and without accents. */
  text: string
  /** The text node of each letter. */
  nodes: Text[]
  offsets: number[]
  /** Whether each letter begins a word. */
  beginsWord: boolean[]
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

function lettersOf(root: Element): Letters {
  const found: Letters = { text: '', nodes: [], offsets: [], beginsWord: [] }
  const pieces: string[] = []
  const walker = document.createTreeWalker(
    root,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node instanceof Element && node.matches(IGNORED_ELEMENTS)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  )
  let inWord = false
  let block: Element | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    const around = node.parentElement?.closest(BLOCK) ?? null
    if (around !== block) inWord = false
    block = around
    let offset = 0
    for (const character of node.data) {
      const folded = fold(character)
      // In a script without spaces a word may begin at any letter.
      if (IN_RUNS.test(character)) inWord = false
      for (const letter of folded) {
        pieces.push(letter)
        for (let unit = 0; unit < letter.length; unit += 1) {
          found.nodes.push(node)
          found.offsets.push(offset)
          found.beginsWord.push(!inWord && unit === 0)
        }
        inWord = true
      }
      if (folded === '') inWord = /\p{M}/u.test(character) && inWord
      offset += character.length
    }
  }
  found.text = pieces.join('')
  return found
}

function positionOf(letters: Letters, text: string): number {
  let at = letters.text.indexOf(text)
  while (at >= 0 && !letters.beginsWord[at]) at = letters.text.indexOf(text, at + 1)
  return at
}

/** Returns one range for each text node from one letter to another, so that elements in between are left out. */
function rangesOf({ nodes, offsets }: Letters, from: number, to: number): Range[] {
  const ranges: Range[] = []
  for (let at = from; at <= to; at += 1) {
    const [node, offset] = [nodes[at], offsets[at]]
    if (node === undefined || offset === undefined) continue
    const end = offset + String.fromCodePoint(node.data.codePointAt(offset) ?? 0).length
    const last = ranges.at(-1)
    if (last?.startContainer === node) {
      last.setEnd(node, end)
      continue
    }
    const range = document.createRange()
    range.setStart(node, offset)
    range.setEnd(node, end)
    ranges.push(range)
  }
  return ranges
}

/**
 * Finds a passage in the text of a page, ignoring case, accents, punctuation and mark-up. If the whole passage is
 * missing, its longest beginning is found, down to its first word. Returns one range for each text node, or none.
 */
export function findPassage(root: Element, passage: string): Range[] {
  const letters = lettersOf(root)
  const words = passage
    .split(/\s+/)
    .map(fold)
    .filter((word) => word !== '')
  for (let count = words.length; count > 0; count -= 1) {
    const sought = words.slice(0, count).join('')
    const at = positionOf(letters, sought)
    if (at >= 0) return rangesOf(letters, at, at + sought.length - 1)
  }
  return []
}
