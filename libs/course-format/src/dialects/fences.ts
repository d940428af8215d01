import type { TextLine } from '../reading/text-lines'
import { alertOf } from './alerts'

type Line = Omit<TextLine, 'prose'>

const OPENS = /^([ \t]*)(`{3,}|~{3,}|:{3,})[ \t]*\{\.?([\w:-]+)([^}]*)\}[ \t]*(.*)$/
/** Matches texts that may contain directives. */
export const DIRECTIVES = /(?:`{3}|~{3}|:{3})[ \t]*\{/
const OPTION = /^[ \t]*:[\w-]+:.*$/
const DASHES = /^[ \t]*---[ \t]*$/
/** Matches a line that is a comment in MyST. */
const COMMENT = /^%(?:[ \t]|$)/
const FILM = /^(?:youtube|vimeo|video|iframe|embed)$/
const CODE = /^(?:code|code-block|code-cell|sourcecode)$/
const SHOWN = /^(?:image|figure)$/
const TITLED = /^(?:admonition|dropdown|tab-item|card|grid-item-card|details)$/
const GROUPS = /^(?:tab-set|grid|grid-item|margin|sidebar|topic|div)$/

const LEFT_OUT = 'A directive was left out; its content was kept.'
const COMMENT_LEFT_OUT = 'A comment for another tool was left out.'

/** Returns the index of the line that closes a fence, or the number of lines if the fence is not closed. */
function closingOf(lines: readonly Line[], from: number, marks: string): number {
  const closes = new RegExp(`^[ \\t]*${marks.charAt(0)}{${marks.length},}[ \\t]*$`)
  for (let at = from + 1; at < lines.length; at += 1)
    if (closes.test(lines[at]?.text ?? '')) return at
  return lines.length
}

/**
 * Converts fences of MyST (```` ```{note} ````) and of Pandoc (a language in braces) to the syntax that later steps
 * convert, and reports unknown directives.
 */
export function plainFences(
  lines: readonly TextLine[],
  hear: (line: number, message: string, about: string) => void,
): readonly Line[] {
  const written: Line[] = lines.map(({ text, number }) => ({ text, number }))
  const gone = new Set<Line>()
  for (let at = 0; at < written.length; at += 1) {
    const line = written[at]
    const [, indent = '', marks = '', name = '', given = '', rest = ''] =
      OPENS.exec(line?.text ?? '') ?? []
    // A fence inside another block of code is shown as code, so it stays unchanged.
    const inCode = lines[at]?.prose === false && !isFence(lines[at]?.text ?? '')
    if (line !== undefined && lines[at]?.prose && COMMENT.test(line.text)) {
      hear(line.number, COMMENT_LEFT_OUT, line.text.slice(0, 80))
      line.text = ''
      continue
    }
    if (line === undefined || marks === '' || (inCode && !marks.startsWith(':'))) {
      const plain = /^[ \t]*(`{3,}|~{3,})/.exec(line?.text ?? '')?.[1]
      if (plain !== undefined && marks === '') at = closingOf(written, at, plain)
      continue
    }
    const kind = name.replace(/^callout-/, '')
    const close = closingOf(written, at, marks)
    const last = written[close]
    const isColons = marks.startsWith(':')
    const title = rest.trim() || (/\btitle\s*=\s*"([^"]*)"/.exec(given)?.[1] ?? '')
    const isAt = (place: number, pattern: RegExp) =>
      place < close && pattern.test(written[place]?.text ?? '')
    let body = at + 1
    if (isAt(body, DASHES)) {
      do body += 1
      while (body < close && !isAt(body, DASHES))
      body += 1
    } else while (isAt(body, OPTION)) body += 1
    const isEmpty = written.slice(body, close).every(({ text }) => text.trim() === '')
    const dropOptions = () => {
      for (const option of written.slice(at + 1, Math.min(body, close))) gone.add(option)
    }
    const become = (opening: string, closing: string) => {
      line.text = indent + opening
      if (last !== undefined) last.text = closing === '' ? '' : indent + closing
      dropOptions()
    }
    if (alertOf(kind) !== undefined || TITLED.test(kind)) {
      const head = alertOf(kind) === undefined || kind === 'details' ? 'box' : kind
      become(title === '' ? `:::${head}` : `:::${head}\n**${title}**\n`, ':::')
    } else if (GROUPS.test(kind)) become(':::box', ':::')
    else if (SHOWN.test(kind) && title !== '') become(`![](${title})\n`, '')
    else if (!isColons && CODE.test(kind)) {
      become(`${marks}${title}`, marks)
      at = close
    } else if (FILM.test(kind) && title !== '') {
      const host = { youtube: 'https://youtu.be/', vimeo: 'https://vimeo.com/' }[kind] ?? ''
      become(/^https?:/i.test(title) ? title : `${host}${title}`, '')
    } else if (
      !isColons &&
      !isEmpty &&
      /^\w+$/.test(kind) &&
      kind !== 'toctree' &&
      kind !== 'tableofcontents'
    ) {
      line.text = `${indent}${marks}${kind}${title === '' ? '' : ` ${title}`}`
      dropOptions()
      at = close
    } else if (isColons) become(':::box', ':::')
    else {
      hear(line.number, LEFT_OUT, `{${name}}`)
      for (let each = at; each <= Math.min(close, written.length - 1); each += 1) {
        const inside = written[each]
        if (inside !== undefined) inside.text = ''
      }
    }
  }
  return written
    .filter((line) => !gone.has(line))
    .flatMap(({ text, number }) => text.split('\n').map((each) => ({ text: each, number })))
}

function isFence(text: string): boolean {
  return /^[ \t]*(?:`{3,}|~{3,})/.test(text)
}
