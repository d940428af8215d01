// A minimal scanner of JavaScript that finds the end of code in a text. The code is never executed.

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

/** Returns the position after a string's closing quote; null if the line or the text ends before it. */
function endOfString(text: string, from: number): number | null {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === quote) return at + 1
    else if (sign === '\n' && quote !== '`') return null
  }
  return null
}

/** Returns the position after a comment or string that begins at `at`; `at` itself if none begins there. */
function endOfCommentOrString(text: string, at: number): number {
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2)
    return end < 0 ? text.length : end + 2
  }
  const sign = text[at]
  return sign === '"' || sign === "'" || sign === '`' ? (endOfString(text, at) ?? at) : at
}

/** The maximum length of the content of a bracket. */
const MAX_LENGTH = 20_000

/** Returns the position after the bracket that closes the one at `from`; null if it is not closed. */
export function endOfBrackets(text: string, from: number): number | null {
  const open: string[] = []
  const end = Math.min(text.length, from + MAX_LENGTH)
  for (let at = from; at < end; ) {
    const after = endOfCommentOrString(text, at)
    if (after > at) {
      at = after
      continue
    }
    const sign = text[at] ?? ''
    const closing = CLOSING[sign]
    if (closing !== undefined) open.push(closing)
    else if (sign === open.at(-1)) open.pop()
    at += 1
    if (open.length === 0) return at
  }
  return null
}

const GOES_ON = /(?:[=,+\-*/&|?:.(<]|=>|\bfrom)\s*$/

/** Returns the position of the line end, or of the text's end, after an `import` or `export` statement. */
export function endOfStatement(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    const sign = text[at] ?? ''
    if (sign === '\n' && !GOES_ON.test(text.slice(from, at))) return at
    const after =
      CLOSING[sign] === undefined ? endOfCommentOrString(text, at) : endOfBrackets(text, at)
    if (after === null) {
      const blank = /\n[ \t]*(?:\n|$)/.exec(text.slice(at))
      return blank === null ? text.length : at + blank.index
    }
    at = after > at ? after : at + 1
  }
  return text.length
}

const QUOTED = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\$]|\\.)*)`)$/
const CALLED =
  /^(?:require|useBaseUrl|withBase|asset|url)\(\s*(["'`])([^"'`]*)\1\s*\)(?:\.default)?$/

/**
 * Returns the value of an expression that is a string, a number, or a call of a known function with an address; null
 * otherwise.
 */
export function literalOf(expression: string): string | null {
  const bare = expression.trim()
  const quoted = QUOTED.exec(bare)
  const words = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3]
  if (words !== undefined)
    return words.replace(/\\(.)/g, (_all, sign) => (sign === 'n' ? '\n' : sign))
  if (/^-?\d+(?:\.\d+)?$/.test(bare)) return bare
  return CALLED.exec(bare)?.[2] ?? null
}
