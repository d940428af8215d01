const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** Lines that Markdown already reads as code (`SET_IN`) or as a list item or quote. */
const SET_IN = /^(?: {4}|\t)/
const LIST_OR_QUOTE = /^\s*(?:[-*+>]|\d+[.)])\s/

/** Patterns of lines that are very likely code. */
const CODE = [
  // Ends of statements and blocks
  /[;{}]$|^[)\]}]+[;,]?$|=>$|\*\/$/,
  // Tags and comments
  /^<[!/]?[a-z][^<>]*(?:>|$)|^(?:\/\/|\/\*|<!--)|^#(?:include|!\/)/i,
  // Declarations, imports, and assignments
  /^(?:export\s+)?(?:const|let|var)\s+[\w$[{].*=|^(?:export\s+|async\s+)*function\b.*\(/,
  /^import\s.*["']|^import\s+[\w.]+(?:\s+as\s+\w+)?$|^from\s+[\w.]+\s+import\s/,
  /^[\w$.[\]"']+\s*(?:[-+*/|&]?=|:=)\s*\S/,
  // Calls, jumps, and the beginnings of blocks in Python
  /^(?:await\s+|return\s+|\.)?[\w$.]+\(.*\)$/,
  /^return\s+\S+$|^(?:if|elif|else|for|while|try|except|finally|with|def|class)\b.*:$/,
  // Commands
  /^\$\s+\S|^(?:npm|npx|git|pip|cd|sudo|docker|node|python3?)\s+[-\w./]+(?:\s+\S+){0,4}$/,
]

const looksLikeCode = (line: string) => {
  const text = line.trim()
  return !LIST_OR_QUOTE.test(line) && CODE.some((sign) => sign.test(text))
}

/** The lines of a text from `from` up to, but not including, `to`. */
interface Lines {
  from: number
  to: number
}

/** Returns for each line whether it is outside of fences and indented blocks, which Markdown reads as code. */
function looseLines(lines: readonly string[]): boolean[] {
  let fence: string | null = null
  let isIndentedCode = false
  return lines.map((line, at) => {
    const mark = FENCE.exec(line)?.[1] ?? ''
    if (fence !== null) {
      if (mark.startsWith(fence) && line.trim() === mark) fence = null
      return false
    }
    if (mark !== '') {
      fence = mark
      return false
    }
    const isBlank = line.trim() === ''
    const follows = at === 0 || (lines[at - 1] ?? '').trim() === ''
    isIndentedCode = SET_IN.test(line) ? isIndentedCode || follows : isIndentedCode && isBlank
    return !isIndentedCode
  })
}

/**
 * Finds code that is not marked as such: two or more lines that look like code, with the indented and empty lines
 * between them.
 */
function looseCode(lines: readonly string[]): Lines[] {
  const loose = looseLines(lines)
  const found: Lines[] = []
  let from: number | null = null
  let count = 0
  let to = 0
  const end = () => {
    if (from !== null && count > 1) found.push({ from, to })
    from = null
    count = 0
  }
  lines.forEach((line, at) => {
    if (loose[at] && looksLikeCode(line)) {
      from ??= at
      count += 1
      to = at + 1
    } else if (!loose[at] || !(line.trim() === '' || /^\s/.test(line)) || LIST_OR_QUOTE.test(line))
      end()
    else if (from !== null && line.trim() !== '') to = at + 1
  })
  end()
  return found
}

/** Returns whether a text has several lines that look like code and are not marked as code. */
export function hasLooseCode(text: string): boolean {
  return looseCode(text.split('\n')).length > 0
}

/**
 * Puts unmarked code in a text into fences, so that Markdown keeps its characters, lines and indentation. Lines that do
 * not look like code, or that are marked already, stay as they are (rules/courses#text-of-people).
 */
export function markLooseCode(text: string): string {
  const lines = text.split('\n')
  for (const { from, to } of looseCode(lines).reverse()) {
    const code = lines.slice(from, to)
    const longest = Math.max(2, ...[...code.join('\n').matchAll(/`+/g)].map(([run]) => run.length))
    const fence = '`'.repeat(longest + 1)
    lines.splice(from, to - from, fence, ...code, fence)
  }
  return lines.join('\n')
}
