const INLINE_CODE = /(?<!`)(`+)(?!`).*?[^`]\1(?!`)/g
/** Matches an address: in angle brackets, or with balanced round brackets in it. */
const TARGET = String.raw`(?:<([^<>\n]*)>|((?:\\.|[^\s()<>\\]|\((?:\\.|[^\s()<>\\]|\([^\s()<>]*\))*\))*))`
const MARKDOWN = new RegExp(String.raw`\]\(\s*${TARGET}`, 'dg')
// A footnote, `[^1]: text`, has a similar form but contains no address.
const REFERENCE = /^ {0,3}\[(?!\^)(?:[^[\]\\]|\\.)+\]:\s*(?:<([^<>\n]*)>|([^\s<>]+))/dg
const HTML = /<(a|img)\s[^<>]*?\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/dgi

/** A longer line is data and not prose, so it is not searched. */
const MAX_LINE_LENGTH = 20_000

/** An address in a line of Markdown, and its position. */
export interface LinkTarget {
  target: string
  isImage: boolean
  from: number
  to: number
}

function at(match: RegExpExecArray, groups: number[], isImage: boolean): LinkTarget[] {
  const group = groups.find((each) => match[each] !== undefined)
  const [from, to] = (group !== undefined && match.indices?.[group]) || [0, 0]
  return group === undefined ? [] : [{ target: match[group] ?? '', isImage, from, to }]
}

/** Returns whether the square bracket that closes at `closing` belongs to an image. */
function opensImage(text: string, closing: number): boolean {
  const nearest = text.lastIndexOf('[', closing - 1)
  const between = text.lastIndexOf(']', closing - 1)
  if (between < nearest && text[nearest - 1] !== '\\') return text[nearest - 1] === '!'
  let depth = 0
  for (let place = closing; place >= 0; place -= 1) {
    const isEscaped = text[place - 1] === '\\'
    if (text[place] === ']' && !isEscaped) depth += 1
    if (text[place] === '[' && !isEscaped) depth -= 1
    if (depth === 0) return text[place - 1] === '!'
  }
  return false
}

/**
 * Returns the addresses of links and images in a line of prose, in order: in Markdown, in reference definitions, and in
 * HTML. Code is ignored.
 */
export function linkTargets(line: string): LinkTarget[] {
  if (line.length > MAX_LINE_LENGTH || !(line.includes(']') || line.includes('<'))) return []
  // Code is replaced by a text of the same length, so that the positions stay valid.
  const text = line.includes('`')
    ? line.replace(INLINE_CODE, (code) => ' '.repeat(code.length))
    : line
  const targets: LinkTarget[] = []
  const add = (pattern: RegExp, groups: number[], isImage: (match: RegExpExecArray) => boolean) => {
    for (const match of text.matchAll(pattern)) targets.push(...at(match, groups, isImage(match)))
  }
  if (text.includes('](')) add(MARKDOWN, [1, 2], ({ index }) => opensImage(text, index))
  if (/<(?:a|img)\s/i.test(text)) add(HTML, [2, 3, 4], ([, tag]) => tag?.toLowerCase() === 'img')
  if (/^ {0,3}\[/.test(text)) add(REFERENCE, [1, 2], () => false)
  return targets.sort((one, other) => one.from - other.from)
}
