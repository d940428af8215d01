const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/
const COMMENT_START = /^\s*<!--/

/** A line of a Markdown text. `prose` is whether the line is outside of code blocks and comments. */
export interface TextLine {
  text: string
  /** The number of the line in its file, from 1. */
  number: number
  prose: boolean
}

/** Splits a Markdown text into lines. `firstLine` is the line of the file on which the text begins. */
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

/** Returns a text with all line ends converted to `\n`. */
export function unixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
