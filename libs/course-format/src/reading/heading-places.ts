import { maskCode } from '../dialects/mask-code'
import { plainText } from './first-heading'

const DROPPED = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu

/** Returns the id that the viewer, like GitHub, gives to a heading without an explicit id. */
export function headingSlug(words: string): string {
  return words.toLowerCase().replace(DROPPED, '').replace(/ /g, '-')
}

const HEADING = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*#{1,6}[ \t]+(.*)$/
const UNDERLINE = /^[ \t]{0,3}(?:=+|-+)[ \t]*$/
const NO_TEXT = /^[ \t]*(?:$|[-*+>|#]|\d+[.)]|\u0081)/
const HTML_HEADING = /<h[1-6](?:\s[^<>]*)?>([\s\S]{0,1000}?)<\/h[1-6]>/gi
const OWN = /[ \t]*\{:?[ \t]*#([\w-]+)[^{}]*\}[ \t]*$/
const NAMED = /<\w+\b[^<>]*?\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi
const LISTED = /^[ \t]*\{:[ \t]*#([\w-]+)[^{}\n]*\}|(?<=\S)\{:[ \t]*#([\w-]+)[^{}\n]*\}/gm
const DEFINED = /^ {0,3}\[\^([^\]\s]+)\]:/gm

/** The ids in a text that a link can lead to. */
export interface Places {
  has: (id: string) => boolean
  /**
   * Other tools give headings other ids. Returns the viewer's id of the heading to which another tool would give the id
   * `id`; null if there is no such heading, or more than one.
   */
  like: (id: string) => string | null
}

/** Removes the characters in which the ids of different tools differ. */
const bare = (id: string) =>
  id
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]+/gu, '')

/** Returns the ids in a lesson's text that a link can lead to. */
export function placesOf(text: string): Places {
  const masked = maskCode(text)
  const headings: { at: number; words: string }[] = []
  const lines = masked.split('\n')
  let start = 0
  for (const [row, line] of lines.entries()) {
    const words = HEADING.exec(line)?.[1]
    const isUnderlined =
      words === undefined && UNDERLINE.test(lines[row + 1] ?? '') && !NO_TEXT.test(line)
    const from = start + (isUnderlined ? 0 : line.length - (words ?? '').length)
    if (words !== undefined || isUnderlined) {
      headings.push({
        at: start,
        words: text.slice(from, start + line.length).replace(/[ \t]#+[ \t]*$/, ''),
      })
    }
    start += line.length + 1
  }
  for (const { 0: whole, 1: words = '', index } of masked.matchAll(HTML_HEADING)) {
    const from = index + whole.indexOf(words)
    headings.push({ at: index, words: text.slice(from, from + words.length) })
  }
  headings.sort((one, other) => one.at - other.at)
  const ids = new Set<string>()
  const written = [
    ...(masked.includes('<') ? [NAMED] : []),
    ...(masked.includes('{:') ? [LISTED] : []),
    ...(masked.includes('[^') ? [DEFINED] : []),
  ]
  for (const found of written) {
    for (const [, one, other, last] of masked.matchAll(found)) ids.add(one ?? other ?? last ?? '')
  }
  const counts = new Map<string, number>()
  for (const { words } of headings) {
    const own = OWN.exec(words)?.[1]
    if (own !== undefined) ids.add(own)
  }
  for (const { words } of headings) {
    if (OWN.test(words)) continue
    const base = headingSlug(plainText(words)) || 'section'
    let count = counts.get(base) ?? 0
    let id = count === 0 ? base : `${base}-${count}`
    while (ids.has(id)) {
      count += 1
      id = `${base}-${count}`
    }
    counts.set(base, count)
    ids.add(id)
  }
  let alike: Map<string, string | null> | null = null
  return {
    has: (id) => ids.has(id) || ids.has(id.toLowerCase()),
    like: (id) => {
      if (alike === null) {
        alike = new Map()
        for (const each of ids) alike.set(bare(each), alike.has(bare(each)) ? null : each)
      }
      return alike.get(bare(id)) ?? null
    },
  }
}
