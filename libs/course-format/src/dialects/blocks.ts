import type { TextLine } from '../reading/text-lines'
import { alertOf } from './alerts'

// Converts blocks of other Markdown tools: admonitions become alerts, and the contents of tabs follow one another.

/** Matches the beginning of a line that starts a block, or that contains attributes of kramdown. */
const ANY = /^\s*(?::|\/\/\/|!!!|\?\?\?|===|\{:)/
/** Matches the beginning of a line that starts a block. */
const OPENS = /^\s*(?::::|\/\/\/|!!!|\?\?\?|===)/
const CONTAINER =
  /^\s*(:{3,}|\/{3,})\s*(?:\{?\.?([\w-]+)\}?)?(?:\[([^\]]*)\]|\s+([^{}]*))?\s*(?:\{(.*)\})?\s*$/
const INDENTED = /^(\s*)(?:!!!|\?\?\?\+?)\s+([A-Za-z][\w-]*)((?:\s+[\w-]+)*)(?:\s+"([^"]*)")?\s*$/
const TAB = /^(\s*)===[!+]?\s+"([^"]+)"\s*$/
/**
 * Matches the line that makes a callout (Just the Docs) of the paragraph or quote below it. With `-title`, the first
 * line of the quote is the title.
 */
const CALLOUT = /^\s*\{:\s*\.([a-z]+)(-title)?\s*\}\s*$/
const QUOTE = /^\s*> ?/
/** Matches kramdown's classes of a block. */
const CLASSES = /^\s*(\{:\s*(?:\.[\w-]+\s*)+\})\s*$/

/** Matches a definition below its term. */
const DEFINES = /^ {0,3}:[ \t]+(?=\S)/
const IS_TERM = /^ {0,3}(?![-*+>|#:<=!]|\d+[.)]|\u0081)\S/

const LOOKS = 'A mark that only styles a block was left out.'

/** A block whose end has not been reached. */
interface OpenBlock {
  /** The number of colons that close the block; null if indentation or the end of a paragraph closes it. */
  colons: number | null
  /** The column at which the block begins. */
  at: number
  /** The indentation of the block's content, in columns. */
  indent: number
  /** Whether the content becomes a quote. */
  quoted: boolean
  /** Whether the block ends with the following paragraph. */
  paragraph?: boolean
}

interface Opening {
  open: OpenBlock
  kind: string
  title: string
}

function openingOf(text: string, below: () => string | undefined): Opening | null {
  if (!OPENS.test(text)) return null
  const [, colons, kind = '', bracketed, worded, given = ''] = CONTAINER.exec(text) ?? []
  const at = /^\s*/.exec(text)?.[0].length ?? 0
  if (colons !== undefined && kind !== '') {
    const quoted = alertOf(kind) !== undefined
    const said = (bracketed ?? worded ?? '').replace(/^\s*\|/, '').trim()
    const title = said || (/\btitle\s*=\s*"([^"]*)"/.exec(given)?.[1] ?? '')
    return { open: { colons: colons.length, at, indent: at, quoted }, kind, title }
  }
  const [, , name = '', , title] = INDENTED.exec(text) ?? []
  // `!!!` begins a block only before a known name; elsewhere it may be emphasis.
  const isBlock =
    alertOf(name) !== undefined || title !== undefined || /^(?: {4}|\t)/.test(below() ?? '')
  if (name !== '' && isBlock) {
    return {
      open: { colons: null, at, indent: at + 4, quoted: true },
      kind: name,
      title: title ?? '',
    }
  }
  const tab = TAB.exec(text)
  if (tab === null) return null
  return {
    open: { colons: null, at, indent: at + 4, quoted: false },
    kind: '',
    title: tab[2] ?? '',
  }
}

interface Callout {
  alert: string
  /** Whether the content is the following quote; otherwise the following paragraph. */
  quote: boolean
  titled: boolean
}

/** Returns the callout that `line` declares for the block below it; null if it declares none. */
function calloutOf(
  before: TextLine | undefined,
  line: TextLine,
  below: TextLine | undefined,
): Callout | null {
  const [, kind, title] = CALLOUT.exec(line.text) ?? []
  const alert = kind === undefined ? undefined : alertOf(kind)
  if (alert === undefined || before?.text.trim() || !below?.prose || !below.text.trim()) return null
  const [quote, titled] = [QUOTE.test(below.text), title !== undefined]
  return titled && !quote ? null : { alert, quote, titled }
}

function closes(text: string, { colons }: OpenBlock): boolean {
  if (colons === null || !OPENS.test(text)) return false
  const [, marks, kind] = CONTAINER.exec(text) ?? []
  return kind === undefined && marks?.length === colons
}

/** Returns the prefix that a line gets inside the open blocks, and how many columns are cut from the line itself. */
function prefixOf(open: readonly OpenBlock[]): { prefix: string; columns: number } {
  let prefix = ''
  let columns = 0
  for (const { at, indent, quoted } of open) {
    prefix += ' '.repeat(Math.max(0, at - columns)) + (quoted ? '> ' : '')
    columns = Math.max(columns, at, indent)
  }
  return { prefix, columns }
}

/**
 * Returns the line of the term that the next line defines, in bold. It already ends with a definition if the next line
 * adds another one. Null if the next line defines no term.
 */
function termOf(plain: TextLine[], prefix: string): TextLine | null {
  const isBlank = (line: TextLine | undefined) => line?.text.slice(prefix.length).trim() === ''
  if (isBlank(plain.at(-1)) && plain.length > 1) {
    const behind = plain.at(-2)
    if (behind === undefined || isBlank(behind)) return null
  }
  const at = isBlank(plain.at(-1)) ? plain.length - 2 : plain.length - 1
  const term = plain[at]
  const before = plain[at - 1]
  if (term === undefined || !term.prose) return null
  const words = term.text.slice(prefix.length)
  const isDefined = before?.text.endsWith('**\\') ?? false
  if (!isDefined && (!IS_TERM.test(words) || (before !== undefined && !isBlank(before))))
    return null
  plain.splice(at + 1)
  if (!isDefined) term.text = `${prefix}**${words.trim()}**`
  return term
}

/** Converts the blocks in a text's lines to Markdown, and reports what was left out. */
export function plainBlocks(
  lines: readonly TextLine[],
  hear: (line: number, message: string, about: string) => void,
): TextLine[] {
  if (!lines.some(({ text, prose }) => prose && ANY.test(text)))
    return lines.map((line) => (line.text.trim() === '' ? { ...line, text: '' } : line))
  const plain: TextLine[] = []
  const open: OpenBlock[] = []
  let titleAt: number | null = null
  for (const [at, line] of lines.entries()) {
    const indentation = /^\s*/.exec(line.text)?.[0].length ?? 0
    const isBlank = line.text.trim() === ''
    while (!isBlank && open.at(-1)?.colons === null && (open.at(-1)?.indent ?? 0) > indentation)
      open.pop()
    if ((isBlank || !line.prose) && open.at(-1)?.paragraph) open.pop()
    const { prefix, columns } = prefixOf(open)
    const text = line.text.slice(Math.min(columns, indentation))
    const push = (written: string) => {
      const { prefix: marks } = prefixOf(open)
      plain.push({
        ...line,
        text: written.trim() === '' ? (marks + written).trimEnd() : marks + written,
      })
    }
    if (!line.prose) {
      push(text)
      continue
    }
    const last = open.at(-1)
    if (last && closes(line.text, last)) {
      open.pop()
      continue
    }
    const callout = calloutOf(lines[at - 1], line, lines[at + 1])
    if (callout !== null) {
      if (plain.length > 0) plain.push({ ...line, text: prefix.trimEnd() })
      push(`> [!${callout.alert}]`)
      if (callout.titled) titleAt = at + 1
      if (!callout.quote)
        open.push({ colons: null, at: 0, indent: 0, quoted: true, paragraph: true })
      continue
    }
    const below = () => lines.slice(at + 1, at + 3).find((each) => each.text.trim() !== '')?.text
    const opening = openingOf(line.text, below)
    if (opening !== null) {
      // An empty line keeps this quote separate from a quote directly above it.
      if (plain.length > 0) plain.push({ ...line, text: prefix.trimEnd() })
      open.push(opening.open)
      if (opening.open.quoted) push(`[!${alertOf(opening.kind) ?? 'NOTE'}]`)
      if (opening.title !== '') push(`**${opening.title}**`)
      if (opening.title !== '') push('')
      continue
    }
    const term = DEFINES.test(text) ? termOf(plain, prefix) : null
    if (term !== null) {
      term.text = `${term.text}\\`
      push(text.replace(DEFINES, ''))
      continue
    }
    const classes = CLASSES.exec(text)
    if (classes) {
      hear(line.number, LOOKS, classes[1] ?? '')
      continue
    }
    push(at === titleAt ? text.replace(QUOTE, '> **').trimEnd().concat('**') : text)
  }
  return plain
}
