// Understands just enough of JavaScript's grammar to find the end of code in a text. The code is never run.

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

/** Returns the position after the closing quote of a string; null if the line or the text ends first. */
function behindString(text: string, from: number): number | null {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === quote) return at + 1
    else if (sign === '\n' && quote !== '`') return null
  }
  return null
}

/** Returns the position after a comment or a string that begins here, or the same position. */
function behindWords(text: string, at: number): number {
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2)
    return end < 0 ? text.length : end + 2
  }
  const sign = text[at]
  return sign === '"' || sign === "'" || sign === '`' ? (behindString(text, at) ?? at) : at
}

/** The longest content of braces. */
const LONGEST = 20_000

/** Returns the position after the bracket that closes an opening one; null if there is none. */
export function behindBracket(text: string, from: number): number | null {
  const open: string[] = []
  const end = Math.min(text.length, from + LONGEST)
  for (let at = from; at < end; ) {
    const behind = behindWords(text, at)
    if (behind > at) {
      at = behind
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

/** Returns the position of the line end, or the text's end, after a statement (`import`, `export`). */
export function behindStatement(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    const sign = text[at] ?? ''
    if (sign === '\n' && !GOES_ON.test(text.slice(from, at))) return at
    const behind = CLOSING[sign] === undefined ? behindWords(text, at) : behindBracket(text, at)
    if (behind === null) {
      const blank = /\n[ \t]*(?:\n|$)/.exec(text.slice(at))
      return blank === null ? text.length : at + blank.index
    }
    at = behind > at ? behind : at + 1
  }
  return text.length
}

const QUOTED = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\$]|\\.)*)`)$/
const CALLED =
  /^(?:require|useBaseUrl|withBase|asset|url)\(\s*(["'`])([^"'`]*)\1\s*\)(?:\.default)?$/

/**
 * Returns the value of an expression that is a string, a number or the address in a well-known call; otherwise null.
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
