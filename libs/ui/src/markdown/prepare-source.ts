interface Limits {
  /** The number of quote and list marks with which a line may begin. */
  marks: number
  /** The number of columns of white space. */
  indent: number
}

/** Limits for text, far above real lessons: thousands of marks take parsers quadratic time or exhaust the stack. */
const IN_TEXT: Limits = { marks: 12, indent: 48 }
/** High limits for code, which should not be changed. The parser may not read as code what looks like a fence here. */
const IN_FENCE: Limits = { marks: 100, indent: 400 }
/** The longest run of one character that is kept, longer than any line to fill in (`______`). */
const LONGEST_RUN = 200

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/
const MARKS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const MARK = />|[-*+]|\d{1,9}[.)]/g
const RUN = new RegExp(`([*_~])\\1{${LONGEST_RUN},}`, 'g')
const THEMATIC_BREAK = /^ {0,3}(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$/
const CLOSING_TAG = /^ {0,3}<\/(?:div|section|article|aside|details|figure|blockquote)>/i
const HTML_LINE = /^[ \t]*</

/** Returns a line whose opening marks and indentation are cut to the limits. */
function limitDepth(line: string, limits: Limits): string {
  const indent = line.search(/[^ \t]|$/)
  const text = indent > limits.indent ? line.slice(0, limits.indent) + line.slice(indent) : line
  const marks = MARKS.exec(text)?.[0]
  if (marks === undefined || marks.length <= limits.marks || THEMATIC_BREAK.test(text)) return text
  const excess = [...marks.matchAll(MARK)][limits.marks]
  if (excess === undefined) return text
  return `${text.slice(0, excess.index)}\\${text.slice(excess.index)}`
}

function limitText(line: string): string {
  const text = limitDepth(line, IN_TEXT)
  return THEMATIC_BREAK.test(text) ? text : text.replace(RUN, (run) => run.slice(0, LONGEST_RUN))
}

/**
 * Prepares Markdown for the parser: normalises line ends and NUL, cuts hostile nesting, and puts a closing `</div>`
 * that directly follows text on a line of its own, because the parser would take it for a part of the list item or
 * paragraph above. Takes linear time.
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
      prepared.push(limitDepth(line, IN_FENCE))
    } else {
      if (marks !== undefined) fence = marks
      if (CLOSING_TAG.test(line) && previous.trim() !== '' && !HTML_LINE.test(previous)) {
        prepared.push('')
      }
      prepared.push(limitText(line))
    }
    previous = line
  }
  return prepared.join('\n')
}
