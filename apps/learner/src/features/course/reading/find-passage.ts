import { IN_RUNS } from '@rookies/data/search/passage-in-address'

/** What of a lesson's page is no text of the lesson. */
const ASIDE =
  'header, nav, button, .md-code-bar, .md-heading-link, .md-visually-hidden, [role="status"]'

/** What a word never goes on from into another. */
export const BLOCK =
  'p, li, pre, td, th, dt, dd, h2, h3, h4, h5, h6, summary, figcaption, blockquote, section, div'

interface Letters {
  /** The letters and digits of the page in a row, in small letters and without accents. */
  text: string
  /** For each of them where it stands. */
  nodes: Text[]
  offsets: number[]
  /** Which of them begin a word. */
  begins: boolean[]
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

function lettersOf(root: Element): Letters {
  const found: Letters = { text: '', nodes: [], offsets: [], begins: [] }
  const pieces: string[] = []
  const walker = document.createTreeWalker(
    root,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node instanceof Element && node.matches(ASIDE)
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
      // In a run a word may begin at any letter.
      if (IN_RUNS.test(character)) inWord = false
      for (const letter of folded) {
        pieces.push(letter)
        for (let unit = 0; unit < letter.length; unit += 1) {
          found.nodes.push(node)
          found.offsets.push(offset)
          found.begins.push(!inWord && unit === 0)
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

function positionOf(letters: Letters, words: string): number {
  let at = letters.text.indexOf(words)
  while (at >= 0 && !letters.begins[at]) at = letters.text.indexOf(words, at + 1)
  return at
}

/** The letters from one to another, as one range for each piece of text: what stands between is not theirs. */
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
 * Looks for a passage among the words of a page, whatever their case, accents, signs and mark-up. Where it is not there
 * whole, its beginning will do, down to its first word. Out: where it is, piece by piece; empty where it is not.
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
