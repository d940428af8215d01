/**
 * The limits for finding the line of a loop. Beyond them, the engine's own line is reported, because reading a hostile
 * file could take long.
 */
const LONGEST = 20_000
const MAX_LOOPS = 200

const HIDDEN =
  /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*(?:`|$)|(?<=[(,=:[!&|?{};\n]\s{0,40})\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*/g

/** Replaces comments, texts and regular expressions by spaces. The remaining code keeps its position. */
const codeOf = (text: string) => text.replace(HIDDEN, (part) => part.replace(/[^\n]/g, ' '))

/** Returns the position after the bracket that closes the one at `open`. */
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

/** Returns the position of the next character that is not white space. */
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
 * Returns the line of the loop that a time limit ended. The engine knows only the positions of calls and operators. For
 * a loop without either, it reports the last position before the loop, such as the head of the function. Then the loop
 * is the next one in this function.
 *
 * @param line the line that the engine reports, from 1, like `column`
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
