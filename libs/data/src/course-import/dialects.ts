import type { TextLine } from './text-lines'
import type { Remark } from './yaml-entries'

// What Docusaurus, VitePress, MkDocs, GitBook, mdBook and Just the Docs write beside Markdown, as Markdown that the viewer shows.

/** Their kinds of admonitions, as the five that GitHub's alerts have. */
const ALERTS: Readonly<Record<string, string>> = {
  note: 'NOTE',
  info: 'NOTE',
  abstract: 'NOTE',
  summary: 'NOTE',
  question: 'NOTE',
  quote: 'NOTE',
  example: 'NOTE',
  details: 'NOTE',
  highlight: 'NOTE',
  new: 'NOTE',
  tip: 'TIP',
  hint: 'TIP',
  success: 'TIP',
  important: 'IMPORTANT',
  warning: 'WARNING',
  attention: 'WARNING',
  caution: 'CAUTION',
  danger: 'CAUTION',
  error: 'CAUTION',
  failure: 'CAUTION',
  bug: 'CAUTION',
}

const CONTAINER = /^\s*(:{3,})\s*([\w-]+)?(?:\[([^\]]*)\]|\s+([^{}]*))?\s*(?:\{.*\})?\s*$/
const HINT = /^\s*\{%-?\s*(end)?hint(?:\s+style="(\w+)")?\s*-?%\}\s*$/
const INDENTED = /^(\s*)(?:!!!|\?\?\?\+?)\s+([\w-]+)(?:[^"]*"([^"]*)")?.*$/
const TAB = /^(\s*)===\+?\s+"([^"]+)"\s*$/
/** What stands above a paragraph or a quote that is a callout of Just the Docs; a title is the first line of a quote. */
const CALLOUT = /^\s*\{:\s*\.([a-z]+)(-title)?\s*\}\s*$/
const QUOTE = /^\s*> ?/
/** What kramdown writes beside a block to give it a look. */
const CLASSES = /^\s*(\{:\s*(?:\.[\w-]+\s*)+\})\s*$/
const MODULE_CODE = /^(?:import|export)\s/
const COMPONENT = /<\/?([A-Z][\w.]*)(?:\s[^<>]*)?\/?>/g
const MDX_COMMENT = / ?\{\/\*.*?\*\/\}/g
const INCLUDE = /^\s*(?:\{\{#\w+\s+([^{}]+?)\s*\}\}|@include\s+(\S+)|<<<\s*(\S+).*)\s*$/
const TEMPLATE = /\{%-?\s*(\w+)[^%]*%\}|\{\{\s*([^{}]+?)\s*\}\}/g
const INLINE_CODE = /(`+)(?!`).*?[^`]\1(?!`)/g

const LEFT_OUT = {
  code: 'Code of MDX (import, export) was left out.',
  component: 'A component of MDX was left out; what stands in it stays.',
  classes: 'A mark that only says how a block looks was left out.',
  include: 'A file that the text includes was left out: copy what is wanted into the text.',
}
const STAYS = 'A tag of a template language stays as it is written.'

/** Something that was opened and is not closed yet. */
interface Open {
  /** How many colons close it; 0 for a hint, null where the indentation or the end of a paragraph does. */
  colons: number | null
  /** The columns that its content is indented by, where that is how it is written. */
  indent: number
  /** Marked as a quote, or plain. */
  quoted: boolean
  /** Ends with the paragraph that it stands above. */
  paragraph?: boolean
}

interface Opening {
  open: Open
  kind: string
  title: string
}

function openingOf(text: string): Opening | null {
  const [, colons, kind = '', bracketed, worded] = CONTAINER.exec(text) ?? []
  if (colons !== undefined && kind !== '') {
    const quoted = ALERTS[kind.toLowerCase()] !== undefined
    const title = (bracketed ?? worded ?? '').trim()
    return { open: { colons: colons.length, indent: 0, quoted }, kind, title }
  }
  const hint = HINT.exec(text)
  if (hint && hint[1] === undefined) {
    return { open: { colons: 0, indent: 0, quoted: true }, kind: hint[2] ?? 'note', title: '' }
  }
  const block = INDENTED.exec(text)
  if (block) {
    const indent = (block[1] ?? '').length + 4
    return {
      open: { colons: null, indent, quoted: true },
      kind: block[2] ?? '',
      title: block[3] ?? '',
    }
  }
  const tab = TAB.exec(text)
  if (tab === null) return null
  const indent = (tab[1] ?? '').length + 4
  return { open: { colons: null, indent, quoted: false }, kind: '', title: tab[2] ?? '' }
}

interface Callout {
  alert: string
  /** The quote below says it all; else a paragraph does. */
  quote: boolean
  titled: boolean
}

/** In: three lines that follow each other. Out: the callout that the middle one makes of the block below it. */
function calloutOf(
  before: TextLine | undefined,
  line: TextLine,
  below: TextLine | undefined,
): Callout | null {
  const [, kind = '', title] = CALLOUT.exec(line.text) ?? []
  const alert = ALERTS[kind]
  if (alert === undefined || before?.text.trim() || !below?.prose || !below.text.trim()) return null
  const [quote, titled] = [QUOTE.test(below.text), title !== undefined]
  return titled && !quote ? null : { alert, quote, titled }
}

function closes(text: string, { colons }: Open): boolean {
  if (colons === null) return false
  if (colons === 0) return HINT.exec(text)?.[1] !== undefined
  const [, marks, kind] = CONTAINER.exec(text) ?? []
  return kind === undefined && marks?.length === colons
}

/** A line of a file in a dialect as Markdown; null when nothing of it stays. */
function plainLine(text: string, isMdx: boolean, say: (message: string, about?: string) => void) {
  const included = INCLUDE.exec(text)
  if (included) {
    say(LEFT_OUT.include, included[1] ?? included[2] ?? included[3])
    return null
  }
  const classes = CLASSES.exec(text)
  if (classes) {
    say(LEFT_OUT.classes, classes[1])
    return null
  }
  const bare = text.replace(INLINE_CODE, (code) => ' '.repeat(code.length))
  for (const [whole, tag] of bare.matchAll(TEMPLATE))
    say(STAYS, tag === undefined ? whole : `{% ${tag} %}`)
  if (!isMdx) return text
  let plain = text
  // Only where no code stands in the line, so that places are the same.
  if (bare === text) {
    plain = text.replace(MDX_COMMENT, '').replace(COMPONENT, (_tag, name: string) => {
      say(LEFT_OUT.component, name)
      return ''
    })
  }
  return plain.trim() === '' && text.trim() !== '' ? null : plain
}

/**
 * In: the lines of a lesson, and whether it is MDX. Out: its lines as Markdown: admonitions become alerts, tabs their
 * contents one below the other, code and components of MDX go; and remarks for what was left out or stays as it is written.
 */
export function plainMarkdown(
  lines: readonly TextLine[],
  isMdx: boolean,
): { lines: TextLine[]; remarks: Remark[] } {
  const remarks: Remark[] = []
  const plain: TextLine[] = []
  const open: Open[] = []
  let inModuleCode = false
  let titleAt: number | null = null
  const quotes = () =>
    open
      .filter(({ quoted }) => quoted)
      .map(() => '> ')
      .join('')
  for (const [at, line] of lines.entries()) {
    const indentation = /^\s*/.exec(line.text)?.[0].length ?? 0
    const isBlank = line.text.trim() === ''
    while (!isBlank && (open.at(-1)?.indent ?? 0) > indentation) open.pop()
    if ((isBlank || !line.prose) && open.at(-1)?.paragraph) open.pop()
    const indent = open.at(-1)?.indent ?? 0
    const text = line.text.slice(Math.min(indent, indentation))
    const put = (written: string) => {
      const quoted = `${quotes()}${written}`
      plain.push({ ...line, text: written.trim() === '' ? quoted.trimEnd() : quoted })
    }
    if (!line.prose) {
      put(text)
      continue
    }
    if (isMdx && open.length === 0 && (inModuleCode ? !isBlank : MODULE_CODE.test(text))) {
      if (!inModuleCode) remarks.push({ line: line.number, message: LEFT_OUT.code })
      inModuleCode = true
      continue
    }
    inModuleCode = false
    const last = open.at(-1)
    if (last && closes(line.text, last)) {
      open.pop()
      continue
    }
    const callout = calloutOf(lines[at - 1], line, lines[at + 1])
    if (callout !== null) {
      if (plain.length > 0) plain.push({ ...line, text: quotes().trimEnd() })
      put(`> [!${callout.alert}]`)
      if (callout.titled) titleAt = at + 1
      if (!callout.quote) open.push({ colons: null, indent: 0, quoted: true, paragraph: true })
      continue
    }
    const opening = openingOf(line.text)
    if (opening !== null) {
      const before = quotes()
      // A quote that follows another directly would go on with it.
      if (plain.length > 0) plain.push({ ...line, text: before.trimEnd() })
      open.push(opening.open)
      const alert = ALERTS[opening.kind.toLowerCase()]
      if (opening.open.quoted) put(`[!${alert ?? 'NOTE'}]`)
      if (opening.title !== '') put(`**${opening.title}**`)
      if (opening.title !== '') put('')
      continue
    }
    const kept = plainLine(text, isMdx, (message, about) =>
      remarks.push({ line: line.number, message, ...(about !== undefined && { about }) }),
    )
    if (kept === null) continue
    put(at === titleAt ? kept.replace(QUOTE, '> **').trimEnd().concat('**') : kept)
  }
  return { lines: plain, remarks }
}
