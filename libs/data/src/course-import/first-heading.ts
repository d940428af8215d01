import type { TextLine } from './text-lines'

const ATX = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/
const CLOSING_MARKS = /[ \t]#+$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
const HTML_TITLE = /^\s*<h([1-6])(?:\s[^<>]*)?>(.*)<\/h\1>\s*$/i

/** A heading is read no further. */
const LONGEST = 1000

/** A heading as plain words: marks, links, tags and attribute lists taken off. */
function plainWords(heading: string): string {
  return heading
    .slice(0, LONGEST)
    .replace(/\{:?\s*[#.][^{}]*\}\s*$/, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>]*>/g, '')
    .replace(/(\*\*|__|~~|`+)(.*?)\1/g, '$2')
    .replace(/(?<!\w)([*_])(\S(?:.*?\S)?)\1(?!\w)/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

interface Heading {
  level: number
  text: string
  /** Index of its first line among the lines, and how many lines it takes. */
  at: number
  length: number
}

function firstHeading(lines: TextLine[]): Heading | null {
  for (const [at, line] of lines.entries()) {
    if (!line.prose || line.text.trim() === '') continue
    const atx = ATX.exec(line.text)
    if (atx) {
      const text = (atx[2] ?? '').trim().replace(CLOSING_MARKS, '')
      return { level: atx[1]?.length ?? 1, text, at, length: 1 }
    }
    const html = HTML_TITLE.exec(line.text)
    if (html) return { level: Number(html[1]), text: html[2] ?? '', at, length: 1 }
    const below = lines[at + 1]
    const underline = below?.prose ? UNDERLINE.exec(below.text)?.[1] : undefined
    if (underline !== undefined && !/^\s*(?:[-*+>|]|\d+[.)])/.test(line.text)) {
      return { level: underline.startsWith('=') ? 1 : 2, text: line.text, at, length: 2 }
    }
  }
  return null
}

/**
 * In: the lines of a lesson. Out: the title that its first heading gives, and the lines without that
 * heading. Only a level-1 heading is a title: many courses open every lesson with `### Introduction`.
 */
export function extractTitle(lines: TextLine[]): { title: string | null; rest: TextLine[] } {
  const heading = firstHeading(lines)
  const title = heading?.level === 1 ? plainWords(heading.text) : ''
  if (heading === null || title === '') return { title: null, rest: lines }
  const { at, length } = heading
  return { title, rest: [...lines.slice(0, at), ...lines.slice(at + length)] }
}
