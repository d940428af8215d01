const INLINE_CODE = /(`+)(?!`).*?[^`]\1(?!`)/g
const MARKDOWN = /(!?)\[[^[\]]*\]\(\s*(?:<([^<>]*)>|([^\s()<>]*))/dg
const AROUND_IMAGE = /\]\([^()]*\)\]\(\s*(?:<([^<>]*)>|([^\s()<>]*))/dg
// A footnote begins alike, and leads nowhere.
const REFERENCE = /^ {0,3}\[(?!\^)[^[\]]+\]:\s*<?([^\s<>]+)/dg
const HTML = /<(a|img)\s[^<>]*?\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/dgi

/** Longer lines are data, not prose. */
const LONGEST_LINE = 20_000

/** An address that a line of Markdown leads to, and where in the line it stands. */
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

/**
 * In: one line of prose. Out: the addresses of its links and images, in Markdown, in reference lines and in HTML, in the
 * order in which they stand. Code is not looked at.
 */
export function linkTargets(line: string): LinkTarget[] {
  if (line.length > LONGEST_LINE) return []
  // As long as before, so that places stay what they are.
  const text = line.replace(INLINE_CODE, (code) => ' '.repeat(code.length))
  return [
    ...[...text.matchAll(MARKDOWN)].flatMap((match) => at(match, [2, 3], match[1] === '!')),
    ...[...text.matchAll(AROUND_IMAGE)].flatMap((match) => at(match, [1, 2], false)),
    ...[...text.matchAll(HTML)].flatMap((match) =>
      at(match, [2, 3, 4], match[1]?.toLowerCase() === 'img'),
    ),
    ...[...text.matchAll(REFERENCE)].flatMap((match) => at(match, [1], false)),
  ].sort((one, other) => one.from - other.from)
}
