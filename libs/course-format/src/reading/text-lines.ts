const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/
const COMMENT_START = /^\s*<!--/

/** A line of a Markdown text and whether it is prose: not in a code block and not in a comment. */
export interface TextLine {
  text: string
  /** Counted from 1 within the file. */
  number: number
  prose: boolean
}

/** Returns the lines of a Markdown text that begins on a line of its file. */
export function linesOf(markdown: string, firstLine: number): TextLine[] {
  let fence: string | null = null
  let comment = false
  return markdown.split('\n').map((text, index) => {
    const number = firstLine + index
    const marks = FENCE.exec(text)?.[1]
    if (fence !== null) {
      if (marks?.startsWith(fence) && text.trimEnd().endsWith(marks)) fence = null
      return { text, number, prose: false }
    }
    if (comment || COMMENT_START.test(text)) {
      comment = !text.includes('-->')
      return { text, number, prose: false }
    }
    if (marks !== undefined) fence = marks
    return { text, number, prose: marks === undefined }
  })
}

/** Returns a text with `\n` as line ends. */
export function unixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
