/** What is known of the course around a text. */
export interface Around {
  isMdx: boolean
  /** Texts of the course name each other as Obsidian does. */
  isVault: boolean
  /** The path of the file that a bare name means, wherever it lies; null without one. */
  named: (name: string) => string | null
}

/** What some tool writes beside Markdown, and what it becomes. */
export interface Convention {
  /** Whose it is. */
  tool: string
  /** A text that has none of these has none of this: looking for them is quicker than looking for what they belong to. */
  signs: readonly string[]
  /** How it is found, among what is no code. */
  found: RegExp
  /** What stands in its place; null leaves it. `raw` is the match with the code in it, `groups` likewise. */
  becomes: (groups: readonly string[], around: Around) => string | null
  /** What the report says of it, where something is lost. */
  says?: string
  /** It is taken when all tags are: it may stand in one. */
  isLast?: true
  /** Where one of them is as the tool shows it, nothing is said. */
  isWhole?: (groups: readonly string[]) => boolean
}

export const SAYS = {
  looks: 'A mark that only says how a block looks was left out.',
  contents: 'A mark for a table of contents was left out; the lesson has its own.',
  comment: 'A comment of another tool was left out.',
  embedded: 'What the text shows of another file became a link.',
  nowhere: 'A link by name leads to no file of the course; its words stay.',
  film: 'A video or a sound became a link.',
  blocked: 'A picture at an address without https is not loaded by browsers; it became a link.',
  title: 'A mark that only names a page was left out.',
  icon: 'An icon was left out.',
}

/** A list of attributes in braces. */
export const LIST = String.raw`\{:?[ \t]*(?:[#.][\w:-]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+)|annotate)(?:[ \t]+(?:[#.][\w:-]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+)))*[ \t]*\}`
/** An address between its brackets: with brackets of its own, or in angles. */
export const TARGET = String.raw`(?:<[^<>\n]*>|(?:[^\s()<>]|\((?:[^\s()<>]|\([^\s()<>]*\))*\))*)`
/** The beginning of a line that is a heading. */
export const HEADING_LINE = String.raw`^[ \t>]{0,8}#{1,6}[ \t][^\n]*?`

/** The viewer takes `{#id}` of plain signs; any other id stands in an anchor of its own. */
export function namedHeading(words: string, id: string): string {
  if (/^[\w-]+$/.test(id)) return `${words.trimEnd()} {#${id}}`
  const anchor = `<a id="${id.replace(/[<>"&]/g, '')}"></a>`
  return words.trimEnd().replace(/^([ \t>]*#{1,6}[ \t]+)/, `$1${anchor}`)
}
