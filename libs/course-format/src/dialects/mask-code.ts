import { linesOf, type TextLine } from '../reading/text-lines'

/** Replaces each character of code. It occurs in no text, and regular expressions do not treat it as white space. */
const MASK = '\u0081'

const INDENTED = /^(?: {4}| {0,3}\t)/
/** Matches lines after which indented lines are not code but continue a list item, a note, or a block of MkDocs. */
const CONTINUED_BY_INDENT =
  /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|\[\^[^\]]+\]:|:[ \t]|(?:!!!|\?\?\?\+?|===\+?)[ \t])/
/** Matches a line end before another block, which ends an unclosed code span. */
const BLOCK_ENDS = /\n(?=[ \t>]*(?:\n|#{1,6}[ \t]|(?:[-*+]|\d{1,9}[.)])[ \t]|\u0081))/g
/** Strings of which every text with a block of code or a comment contains one. */
const SIGNS = ['```', '~~~', '<!--', '    ', '\t']
const CODE_ELEMENT = /<(pre|code|samp|script|style|textarea|xmp)\b[^<>]*>/gi

function hidden(text: string): string {
  return text.includes('\n') ? text.replace(/[^\n]/g, MASK) : MASK.repeat(text.length)
}

/** Masks lines inside code blocks and comments. */
function withoutBlocks(lines: readonly TextLine[], isMdx: boolean): string[] {
  let holds = false
  let afterBlank = true
  let inCode = false
  return lines.map(({ text: line, prose }) => {
    if (!prose) {
      ;[afterBlank, inCode] = [false, false]
      return hidden(line)
    }
    const isBlank = line.trim() === ''
    const isIndented = INDENTED.test(line)
    if (!isBlank && !isIndented) {
      const isText = /^\S/.test(line)
      if (CONTINUED_BY_INDENT.test(line)) holds = true
      else if (isText && afterBlank) holds = false
    }
    if (!isBlank) inCode = !isMdx && !holds && isIndented && (afterBlank || inCode)
    afterBlank = isBlank
    return inCode ? hidden(line) : line
  })
}

/** Masks the code spans in a block: from a sequence of backticks to the next sequence of the same length. */
function withoutSpansOf(block: string): string {
  const runs = Array.from(block.matchAll(/`+/g), ({ 0: run, index }) =>
    block[index - 1] === '\\'
      ? { at: index + 1, length: run.length - 1 }
      : { at: index, length: run.length },
  )
  const unclosed = new Set([0])
  let text = ''
  let end = 0
  for (let place = 0; place < runs.length; place += 1) {
    const { at, length } = runs[place] ?? { at: 0, length: 0 }
    if (unclosed.has(length)) continue
    let closing = place + 1
    while (closing < runs.length && runs[closing]?.length !== length) closing += 1
    const last = runs[closing]
    if (last === undefined) {
      unclosed.add(length)
      continue
    }
    const to = last.at + length
    text += block.slice(end, at) + hidden(block.slice(at, to))
    end = to
    place = closing
  }
  return text + block.slice(end)
}

/** Masks the code spans in a text. A code span cannot continue in the next block. */
function withoutSpans(text: string): string {
  let written = ''
  let end = 0
  for (let first = text.indexOf('`'); first >= 0; first = text.indexOf('`', end)) {
    BLOCK_ENDS.lastIndex = first
    const blockEnd = BLOCK_ENDS.exec(text)?.index ?? text.length
    written += withoutSpansOf(text.slice(end, blockEnd))
    end = blockEnd
  }
  return written + text.slice(end)
}

/** Masks comments, also those with several lines. */
function withoutComments(text: string): string {
  let written = ''
  let end = 0
  for (;;) {
    const from = text.indexOf('<!--', end)
    const closing = from < 0 ? -1 : text.indexOf('-->', from + 4)
    if (closing < 0) return written + text.slice(end)
    written += text.slice(end, from) + hidden(text.slice(from, closing + 3))
    end = closing + 3
  }
}

/** Masks the content of elements whose text is code. */
function withoutElements(text: string): string {
  let written = ''
  let end = 0
  const unclosed = new Set<string>()
  for (const { 0: tag, 1: name = '', index } of text.matchAll(CODE_ELEMENT)) {
    if (index < end || tag.endsWith('/>') || unclosed.has(name)) continue
    const closing = new RegExp(`</${name}\\s*>`, 'gi')
    const from = index + tag.length
    closing.lastIndex = from
    const found = closing.exec(text)
    if (found === null) {
      unclosed.add(name)
      continue
    }
    written += text.slice(end, from) + hidden(text.slice(from, found.index))
    end = found.index
  }
  return written + text.slice(end)
}

/**
 * Returns Markdown with masked code and comments. Its length and its lines stay the same, so a match has the same
 * position in the original text. In MDX, indented lines are not code. `lines` are the text's lines, if the caller has
 * them.
 */
export function maskCode(text: string, isMdx = false, lines?: readonly TextLine[]): string {
  let masked = text
  if (SIGNS.some((sign) => text.includes(sign)))
    masked = withoutBlocks(lines ?? linesOf(text, 1), isMdx).join('\n')
  if (masked.includes('`')) masked = withoutSpans(masked)
  if (masked.includes('<!--')) masked = withoutComments(masked)
  return masked.includes('</') ? withoutElements(masked) : masked
}
