/** Longer files, and those with more loops, keep the engine's line, because a hostile one could take long to read. */
const LONGEST = 20_000
const MAX_LOOPS = 200

const HIDDEN =
  /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*(?:`|$)|(?<=[(,=:[!&|?{};\n]\s{0,40})\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*/g

/** Replaces comments, texts and patterns by spaces, so that only code is left, at its place. */
const codeOf = (text: string) => text.replace(HIDDEN, (part) => part.replace(/[^\n]/g, ' '))

/** Returns the place after the bracket that closes the one at `open`. */
function afterBracket(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    const sign = code.charAt(at)
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return code.length
}

/** Returns the place of the next sign that is no space. */
function nextSign(code: string, from: number): number {
  const found = code.slice(from).search(/\S/)
  return found < 0 ? code.length : from + found
}

function endOfLoop(code: string, keyword: string, afterKeyword: number): number {
  let at = nextSign(code, afterKeyword)
  if (keyword !== 'do') at = nextSign(code, afterBracket(code, code.indexOf('(', at)))
  if (code[at] === '{') return afterBracket(code, at)
  const end = code.slice(at).search(/[;\n]/)
  return end < 0 ? code.length : at + end
}

/**
 * Returns the line of the loop that a limit of time ended. The engine knows the places of calls and operators alone. For a
 * loop without either, the engine says what came last before the loop, such as the head of its function. Then the loop is
 * the next one in the function.
 *
 * @param line from 1, as the engine says it, like `column`
 */
export function loopLine(text: string, line: number, column: number): number {
  if (text.length > LONGEST) return line
  const code = codeOf(text)
  const lines = code.split('\n')
  const place = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1
  const keywords = [...code.matchAll(/(?<![.\w$])(?:for|while|do)\b(?!\s*:)/g)]
  if (keywords.length > MAX_LOOPS) return line
  const loops = keywords.map(({ 0: keyword, index }) => ({
    start: index,
    end: endOfLoop(code, keyword, index + keyword.length),
  }))
  if (loops.some(({ start, end }) => start <= place && place < end)) return line
  let depth = 0
  for (let at = place; at < code.length && depth >= 0; at += 1) {
    if (loops.some(({ start }) => start === at)) return code.slice(0, at).split('\n').length
    if (code[at] === '{') depth += 1
    if (code[at] === '}') depth -= 1
  }
  return line
}
