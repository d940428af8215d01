import type { TextLine } from './text-lines'

const ATX = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/
const CLOSING_MARKS = /[ \t]#+$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
const HTML_TITLE = /^\s*<h([1-6])(?:\s[^<>]*)?>(.*)<\/h\1>\s*$/i

/** The maximum length of a heading, in characters. */
const MAX_LENGTH = 1000

/** Matches HTML elements in a heading. Other text in angle brackets belongs to the heading: `List<String>`. */
const TAG =
  /<!--.*?-->|<\/?(?:a|abbr|b|big|br|center|cite|code|del|dfn|div|em|font|i|img|ins|kbd|mark|p|picture|q|s|samp|small|source|span|strike|strong|sub|sup|svg|time|tt|u|var|wbr)(?:\s[^<>]*)?\/?>/gi
const CODE = /(?<![\\`])(`+)(?!`)(.*?[^`])\1(?!`)/g
const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
}

/**
 * Returns a heading as plain text, in composed characters (NFC) and without marks, links, tags, and lists of
 * attributes.
 */
export function plainText(heading: string): string {
  const code: string[] = []
  return heading
    .slice(0, MAX_LENGTH)
    .replace(/\{:?\s*[#.][^{}]*\}\s*$/, '')
    .replace(CODE, (_all, _marks, words: string) => `\uE001${code.push(words.trim()) - 1}\uE002`)
    .replace(/!?\[((?:[^[\]\\]|\\.)*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(TAG, '')
    .replace(/(\*\*|__|~~)(.*?)\1/g, '$2')
    .replace(/(?<!\w)([*_])(\S(?:.*?\S)?)\1(?!\w)/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/g, (sign, name: string) => SIGNS[name] ?? sign)
    .replace(/\uE001(\d+)\uE002/g, (_all, place) => code[Number(place)] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}

interface Heading {
  level: number
  text: string
  /** The index of the heading's first line; `length` is its number of lines. */
  at: number
  length: number
}

function isFilled({ prose, text }: TextLine): boolean {
  return prose && text.trim() !== ''
}

function headingAt(lines: TextLine[], at: number): Heading | null {
  const line = lines[at]
  if (line === undefined || !isFilled(line)) return null
  const atx = ATX.exec(line.text)
  if (atx) {
    const text = (atx[2] ?? '').trim().replace(CLOSING_MARKS, '')
    return { level: atx[1]?.length ?? 1, text, at, length: 1 }
  }
  const html = HTML_TITLE.exec(line.text)
  if (html) return { level: Number(html[1]), text: html[2] ?? '', at, length: 1 }
  const below = lines[at + 1]
  const underline = below?.prose ? UNDERLINE.exec(below.text)?.[1] : undefined
  if (underline === undefined || /^\s*(?:[-*+>|]|\d+[.)])/.test(line.text)) return null
  return { level: underline.startsWith('=') ? 1 : 2, text: line.text, at, length: 2 }
}

function* headingsOf(lines: TextLine[]): Generator<Heading> {
  for (let at = 0; at < lines.length; at += 1) {
    const heading = headingAt(lines, at)
    if (heading === null) continue
    yield heading
    at += heading.length - 1
  }
}

function firstHeading(lines: TextLine[]): Heading | null {
  return headingsOf(lines).next().value ?? null
}

/** The minimum number of characters after a heading that is the title of the whole text. */
const MIN_COVERED = 300

/**
 * Returns whether a heading is the title of the whole text: nothing stands before it, no other heading has its level,
 * and it is followed by other headings or a longer text.
 */
function coversWholeText(heading: Heading, lines: TextLine[]): boolean {
  if (lines.slice(0, heading.at).some((line) => line.text.trim() !== '')) return false
  const others = [...headingsOf(lines)].filter(({ at }) => at !== heading.at)
  if (others.some(({ level }) => level <= heading.level)) return false
  const below = lines.slice(heading.at + heading.length).map(({ text }) => text.trim())
  return others.length > 0 || below.join(' ').length >= MIN_COVERED
}

function without({ at, length }: Heading, lines: TextLine[]): TextLine[] {
  return [...lines.slice(0, at), ...lines.slice(at + length)]
}

/** Returns the text of a lesson's first heading if it is of level 1; null otherwise. */
export function topHeading(lines: TextLine[]): string | null {
  const heading = firstHeading(lines)
  return heading?.level === 1 ? plainText(heading.text) || null : null
}

/**
 * Returns the title from the first heading, and the lines without that heading. A level-1 heading is the title unless
 * it repeats the title of the book. A heading of another level is the title only if it covers the whole text, because
 * many courses begin every lesson with a heading such as `### Introduction`.
 */
export function extractTitle(
  lines: TextLine[],
  bookTitle: string | null = null,
): { title: string | null; rest: TextLine[] } {
  const heading = firstHeading(lines)
  if (heading === null) return { title: null, rest: lines }
  const title = plainText(heading.text)
  if (bookTitle !== null && title === bookTitle) {
    const chapter = without(heading, lines)
    const next = firstHeading(chapter)
    return next !== null && coversWholeText(next, chapter)
      ? { title: plainText(next.text) || null, rest: without(next, chapter) }
      : { title: null, rest: chapter }
  }
  const isTitle = heading.level === 1 || coversWholeText(heading, lines)
  if (!isTitle || title === '') return { title: null, rest: lines }
  return { title, rest: without(heading, lines) }
}
