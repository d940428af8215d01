/** What a convention can ask about the course that contains a text. */
export interface TextContext {
  isMdx: boolean
  /** Whether the texts use Obsidian's links by name. */
  isVault: boolean
  /** Returns the path of the file with this name in any folder; null if there is none. */
  named: (name: string) => string | null
}

/** A syntax of another tool, and its replacement. */
export interface Convention {
  /** The name of the tool. */
  tool: string
  /** Strings of which every match of `found` contains one. A text without any of them is skipped, which saves time. */
  signs: readonly string[]
  /** Matches the syntax. It is applied to a copy of the text in which code is masked. */
  found: RegExp
  /**
   * Returns the replacement for a match. Takes the groups of the match, with the original code in place of the mask.
   * Null leaves the match unchanged.
   */
  becomes: (groups: readonly string[], context: TextContext) => string | null
  /** The remark in the report for a match that loses something. */
  remark?: string
  /** Whether this convention is applied after all tags were converted, because its syntax may stand inside a tag. */
  isLast?: true
  /** Returns whether a match loses nothing, so that it needs no remark. */
  isWhole?: (groups: readonly string[]) => boolean
}

export const REMARKS = {
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

/** Matches a list of attributes in braces, such as `{.class #id key="value"}`. */
export const LIST = String.raw`\{:?[ \t]*(?:[#.][\w:-]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+)|annotate)(?:[ \t]+(?:[#.][\w:-]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+)))*[ \t]*\}`
/** Matches an address in round brackets: it may contain balanced brackets, or stand in angle brackets. */
export const TARGET = String.raw`(?:<[^<>\n]*>|(?:[^\s()<>]|\((?:[^\s()<>]|\([^\s()<>]*\))*\))*)`
/** Matches the beginning of a heading. */
export const HEADING_LINE = String.raw`^[ \t>]{0,8}#{1,6}[ \t][^\n]*?`

/** Returns a heading with an id: `{#id}` for a simple id, which the viewer supports, and an anchor for other ids. */
export function namedHeading(words: string, id: string): string {
  if (/^[\w-]+$/.test(id)) return `${words.trimEnd()} {#${id}}`
  const anchor = `<a id="${id.replace(/[<>"&]/g, '')}"></a>`
  return words.trimEnd().replace(/^([ \t>]*#{1,6}[ \t]+)/, `$1${anchor}`)
}
