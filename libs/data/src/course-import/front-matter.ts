import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { parseTime } from '../video/start-time'

/** What a file says of itself before its text. Durations in seconds. */
export interface FrontMatter {
  order?: number
  title?: string
  description?: string
  duration?: number
  free_preview?: boolean
  video?: string
  link?: string
}

/** Something in it that was not understood; lines count from 1 within the file. */
export interface Remark {
  line: number
  message: string
}

interface Entry {
  key: string
  value: unknown
  line: number
}

const KEYS = ['order', 'title', 'description', 'duration', 'free_preview', 'video', 'link']

/**
 * In: a file's text, line ends as `\n`. Out: the front matter, if it opens the file, and the rest. Two
 * rules with text between them, which is no "key: value", are text.
 */
export function splitFrontMatter(text: string): { yaml: string | null; body: string } {
  const block = /^---[ \t]*\n([\s\S]*?)(?:(?<=\n)|\n)---[ \t]*(?:\n|$)/.exec(text)
  const yaml = block?.[1] ?? ''
  if (block === null || (yaml.trim() !== '' && !/^[ \t]*[\w"'-]+[ \t]*:|^[ \t]*#/m.test(yaml))) {
    return { yaml: null, body: text }
  }
  return { yaml, body: text.slice(block[0].length) }
}

function entriesOf(yaml: string, firstLine: number): { entries: Entry[]; remarks: Remark[] } {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => lines.linePos(offset).line + firstLine - 1
  const [error] = document.errors
  if (error !== undefined) {
    const line = at(error.pos[0])
    return { entries: [], remarks: [{ line, message: 'The front matter is not valid YAML.' }] }
  }
  const { contents } = document
  if (contents === null) return { entries: [], remarks: [] }
  if (!isMap(contents)) {
    const message = 'The front matter is not a list of "key: value" lines.'
    return { entries: [], remarks: [{ line: firstLine, message }] }
  }
  const entries = contents.items.map(({ key, value }) => ({
    key: isScalar(key) ? String(key.value) : '',
    value: isScalar(value) ? value.value : value === null ? null : undefined,
    line: at(isScalar(key) ? (key.range?.[0] ?? 0) : 0),
  }))
  return { entries, remarks: [] }
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() || undefined
}

function duration(value: unknown): number | undefined {
  const written = text(value)
  return written === undefined ? undefined : (parseTime(written) ?? undefined)
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function truth(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = text(value)?.toLowerCase()
  return word === 'yes' ? true : word === 'no' ? false : undefined
}

const EXPECTED: Record<string, string> = {
  order: 'a number',
  title: 'a line of text',
  description: 'a line of text',
  duration: 'a time such as 90, 12m, 7:30 or 1:02:03',
  free_preview: 'true or false',
  video: 'a video link',
  link: 'a link',
}

/**
 * In: the YAML between the dashes and the line of the file on which it begins. Out: what it says, and
 * a remark for each key that is unknown and each value that can't be used; those are left out.
 */
export function readFrontMatter(
  yaml: string,
  firstLine: number,
): { values: FrontMatter; remarks: Remark[] } {
  const { entries, remarks } = entriesOf(yaml, firstLine)
  const values: FrontMatter = {}
  for (const { key, value, line } of entries) {
    if (!KEYS.includes(key)) {
      remarks.push({ line, message: `The front matter key "${key}" is not known and was ignored.` })
      continue
    }
    if (value === null) continue
    if (key === 'order') values.order = number(value)
    else if (key === 'duration') values.duration = duration(value)
    else if (key === 'free_preview') values.free_preview = truth(value)
    else if (key === 'title') values.title = text(value)
    else if (key === 'description') values.description = text(value)
    else if (key === 'video') values.video = text(value)
    else values.link = text(value)
    const taken = new Map<string, unknown>(Object.entries(values)).get(key)
    if (taken === undefined) {
      remarks.push({
        line,
        message: `The value of "${key}" is not ${EXPECTED[key]} and was ignored.`,
      })
    }
  }
  return { values, remarks }
}
