interface Limits {
  /** How many quote and list marks a line may open with. */
  marks: number
  /** How many columns of white space. */
  indent: number
}

/** Real lessons stay far below; parsers take quadratic time, or run out of stack, on thousands. */
const IN_TEXT: Limits = { marks: 12, indent: 48 }
/** Code is not to be touched, but what looks like a fence here may be none to the parser. */
const IN_FENCE: Limits = { marks: 100, indent: 400 }
/** A line to fill in (`______`) is shorter. */
const LONGEST_RUN = 200

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/
const MARKS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const MARK = />|[-*+]|\d{1,9}[.)]/g
const RUN = new RegExp(`([*_~])\\1{${LONGEST_RUN},}`, 'g')
const THEMATIC_BREAK = /^ {0,3}(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/
const CLOSING_TAG = /^ {0,3}<\/(?:div|section|article|aside|details|figure|blockquote)>/i
const HTML_LINE = /^[ \t]*</

/** One line with the depth at which it opens cut down to what is ever meant. */
function tame(line: string, limits: Limits): string {
  const indent = line.search(/[^ \t]|$/)
  const text = indent > limits.indent ? line.slice(0, limits.indent) + line.slice(indent) : line
  const marks = MARKS.exec(text)?.[0]
  if (marks === undefined || marks.length <= limits.marks || THEMATIC_BREAK.test(text)) return text
  const excess = [...marks.matchAll(MARK)][limits.marks]
  if (excess === undefined) return text
  return `${text.slice(0, excess.index)}\\${text.slice(excess.index)}`
}

function tameText(line: string): string {
  const text = tame(line, IN_TEXT)
  return THEMATIC_BREAK.test(text) ? text : text.replace(RUN, (run) => run.slice(0, LONGEST_RUN))
}

/**
 * Markdown made ready for the parser: line ends and NUL normalised, hostile nesting cut down, and a
 * closing `</div>` that follows text directly set apart (the parser would take it for a part of the
 * list item or paragraph above it). Linear in the length.
 */
export function prepareSource(source: string): string {
  const lines = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\uFFFD')
    .split('\n')
  const prepared: string[] = []
  let fence: string | null = null
  let previous = ''
  for (const line of lines) {
    const marks = FENCE.exec(line)?.[1]
    if (fence !== null) {
      if (marks?.startsWith(fence) && line.trimEnd().endsWith(marks)) fence = null
      prepared.push(tame(line, IN_FENCE))
    } else {
      if (marks !== undefined) fence = marks
      if (CLOSING_TAG.test(line) && previous.trim() !== '' && !HTML_LINE.test(previous)) {
        prepared.push('')
      }
      prepared.push(tameText(line))
    }
    previous = line
  }
  return prepared.join('\n')
}
