/** What is known about the course of a text. */
export interface Around {
  isMdx: boolean
  /** Whether the texts link to each other as in Obsidian. */
  isVault: boolean
  /** Returns the path of the file that a bare name means, in any folder; null if there is none. */
  named: (name: string) => string | null
}

/** A syntax of another tool, and its replacement. */
export interface Convention {
  /** The name of the tool. */
  tool: string
  /** Every match of `found` contains one of these. A text without them is not searched, which saves time. */
  signs: readonly string[]
  /** Matches the syntax in a text whose code is masked. */
  found: RegExp
  /** Returns the replacement of a match, from its groups with unmasked code; null leaves the text unchanged. */
  becomes: (groups: readonly string[], around: Around) => string | null
  /** The remark in the report, if something is lost. */
  says?: string
  /** Whether it is replaced after all tags, because it may be within one. */
  isLast?: true
  /** Returns whether a match is shown as in the tool, so that there is no remark. */
  isWhole?: (groups: readonly string[]) => boolean
}

export const SAYS = {
  looks: 'A mark that only styles a block was left out.',
  contents: 'A mark for a table of contents was left out; the lesson has its own.',
  comment: 'A comment for another tool was left out.',
  embedded: 'Content included from another file became a link.',
  nowhere: 'A link by name matches no file of the course; its text was kept.',
  film: 'A video or audio element became a link.',
  blocked: "A picture without https became a link, because browsers don't load it.",
  title: 'A mark that only names a page was left out.',
  icon: 'An icon was left out.',
}

/** Matches a list of attributes in braces. */
export const LIST = String.raw`\{:?[ \t]*(?:[#.][\w:-]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+)|annotate)(?:[ \t]+(?:[#.][\w:-]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+)))*[ \t]*\}`
/** Matches an address within brackets: with brackets of its own, or in angle brackets. */
export const TARGET = String.raw`(?:<[^<>\n]*>|(?:[^\s()<>]|\((?:[^\s()<>]|\([^\s()<>]*\))*\))*)`
/** Matches the beginning of a heading. */
export const HEADING_LINE = String.raw`^[ \t>]{0,8}#{1,6}[ \t][^\n]*?`

/** The viewer supports `{#id}` with simple ids; any other id becomes an anchor. */
export function namedHeading(words: string, id: string): string {
  if (/^[\w-]+$/.test(id)) return `${words.trimEnd()} {#${id}}`
  const anchor = `<a id="${id.replace(/[<>"&]/g, '')}"></a>`
  return words.trimEnd().replace(/^([ \t>]*#{1,6}[ \t]+)/, `$1${anchor}`)
}
