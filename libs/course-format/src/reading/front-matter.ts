import type { ImportedAttachment } from '@rookies/data/course-import/payload'
import { isRowId } from '@rookies/data/records/row-id'
import type { LinkedProvider } from '@rookies/data/video/provider'
import { parseTime } from '@rookies/data/video/start-time'
import { parse as parseToml } from 'smol-toml'
import {
  ASSIGNMENT_KEYS,
  type AssignmentKeys,
  readAccepts,
  readCutoffDays,
  readDueDay,
  readDueTime,
  readLate,
  readRubric,
} from './assignment-keys'
import { type Entry, type Remark, readEntries } from './yaml-entries'

/** The types of lessons, as files write them. */
export const FILE_TYPES = ['video', 'text', 'link', 'file', 'assignment', 'exercise'] as const

export type FileType = (typeof FILE_TYPES)[number]

/** The values in a file's front matter. Durations and starts are in seconds. */
export interface FrontMatter extends AssignmentKeys {
  id?: string
  order?: number
  title?: string
  /** The page's label in a menu, which becomes the title if the file has none. */
  label?: string
  type?: FileType
  description?: string
  duration?: number
  free_preview?: boolean
  draft?: boolean
  published?: boolean
  video?: string
  /** The provider of `video` if that is an id instead of a link. */
  provider?: LinkedProvider
  start?: number
  link?: string
  attachments?: ImportedAttachment[]
  /** The name of the lesson's file, in the folder of the text. */
  file?: string
  file_key?: string
  file_name?: string
  file_size?: number
}

/**
 * Converts the top level of TOML (used by Hugo) to YAML in which each key keeps its line; null if the TOML is invalid.
 */
function yamlOfToml(toml: string): string | null {
  try {
    const values = parseToml(toml)
    const lines = toml.split('\n')
    const table = lines.findIndex((line) => line.startsWith('['))
    const seen = new Set<string>()
    return lines
      .map((line, at) => {
        const isTop = table < 0 || at < table
        const key = (isTop ? /^\s*"?([\w-]+)"?\s*=/ : /^\[\[?\s*"?(menus?|sidebar)\b/).exec(
          line,
        )?.[1]
        if (key === undefined || seen.has(key) || !(key in values)) return ''
        seen.add(key)
        return `${key}: ${JSON.stringify(values[key])}`
      })
      .join('\n')
  } catch {
    return null
  }
}

/**
 * Splits a text, whose line ends must be `\n`, into the front matter at its beginning and the rest. Text between two
 * `---` lines is front matter only if it consists of "key: value" lines.
 */
export function splitFrontMatter(text: string): { yaml: string | null; body: string } {
  const toml = /^\+\+\+[ \t]*\n([\s\S]*?)(?:(?<=\n)|\n)\+\+\+[ \t]*(?:\n|$)/.exec(text)
  const told = toml === null ? null : yamlOfToml(toml[1] ?? '')
  if (toml !== null && told !== null) return { yaml: told, body: text.slice(toml[0].length) }
  const block = /^---[ \t]*\n([\s\S]*?)(?:(?<=\n)|\n)---[ \t]*(?:\n|$)/.exec(text)
  const yaml = block?.[1] ?? ''
  if (block === null || (yaml.trim() !== '' && !/^[ \t]*[\w"'-]+[ \t]*:|^[ \t]*#/m.test(yaml))) {
    return { yaml: null, body: text }
  }
  return { yaml, body: text.slice(block[0].length) }
}

function words(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() || undefined
}

/** Returns a text without trimming it. */
function untrimmed(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : words(value)
}

function seconds(value: unknown): number | undefined {
  const written = words(value)
  return written === undefined ? undefined : (parseTime(written) ?? undefined)
}

function number(value: unknown): number | undefined {
  const written =
    typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value
  return typeof written === 'number' && Number.isFinite(written) ? written : undefined
}

function whole(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
}

/** Reads true and false, yes and no; undefined for another value. */
export function truth(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = words(value)?.toLowerCase()
  if (word === 'yes' || word === 'true') return true
  return word === 'no' || word === 'false' ? false : undefined
}

/** Providers by the names that people use and by the names in the database. */
const PROVIDERS = new Map<string, LinkedProvider>([
  ['youtube', 'YOUTUBE'],
  ['vimeo', 'VIMEO'],
  ['loom', 'LOOM'],
  ['mux', 'MUX'],
  ['cf', 'CF'],
  ['cloudflare', 'CF'],
  ['cloudflare stream', 'CF'],
])

function attachments(value: unknown): ImportedAttachment[] | undefined {
  if (!Array.isArray(value)) return undefined
  const links = value.map(({ title, url }) => ({ title: untrimmed(title), url: words(url) }))
  return links.every((link): link is ImportedAttachment => Boolean(link.title && link.url))
    ? links
    : undefined
}

function id(value: unknown): string | undefined {
  const written = words(value)?.toLowerCase()
  return written !== undefined && isRowId(written) ? written : undefined
}

type Read = { [K in keyof FrontMatter]-?: (value: unknown) => FrontMatter[K] }

const READ: Read = {
  id,
  order: number,
  title: words,
  label: words,
  type: (value) => FILE_TYPES.find((type) => type === words(value)?.toLowerCase()),
  description: words,
  duration: seconds,
  free_preview: truth,
  draft: truth,
  published: truth,
  video: words,
  provider: (value) => PROVIDERS.get(words(value)?.toLowerCase() ?? ''),
  start: seconds,
  file: words,
  link: words,
  attachments,
  file_key: untrimmed,
  file_name: untrimmed,
  file_size: whole,
  accepts: readAccepts,
  due_day: readDueDay,
  due_time: readDueTime,
  late: readLate,
  cutoff_days: readCutoffDays,
  blind: truth,
  rubric: readRubric,
}

/** A file with the id of a lesson or module comes from an export, so spaces at the ends of its texts are kept. */
const READ_EXACTLY: Read = { ...READ, title: untrimmed, description: untrimmed }

const EXPECTED: Record<keyof FrontMatter, string> = {
  id: 'an id as an export gives it',
  order: 'a number',
  title: 'a line of text',
  label: 'a line of text',
  type: 'video, text, link, file, assignment or exercise',
  description: 'a line of text',
  duration: 'a time such as 90, 12m, 7:30 or 1:02:03',
  free_preview: 'true or false',
  draft: 'true or false',
  published: 'true or false',
  video: 'a video link',
  provider: 'youtube, vimeo, loom, cloudflare or mux',
  start: 'a time such as 90, 12m, 7:30 or 1:02:03',
  link: 'a link',
  attachments: 'a list of links, each with title and url',
  file: 'a path',
  file_key: 'a line of text',
  file_name: 'a line of text',
  file_size: 'a number of bytes',
  accepts: 'a list of text, code, link, repository and file, with commas between them',
  due_day: 'a number of days from 0 to 3650',
  due_time: 'a time such as 18:00, or "end of day"',
  late: 'marked or shut',
  cutoff_days: 'a number of days from 0 to 365',
  blind: 'true or false',
  rubric: 'a list of criteria, each with title and levels',
}

const UNKNOWN_KEY = 'An unknown front matter key was ignored.'

function isKey(key: string): key is keyof FrontMatter {
  return Object.hasOwn(READ, key)
}

const isAssignmentKey = (key: keyof FrontMatter) => ASSIGNMENT_KEYS.some((one) => one === key)

/** Keys of Docusaurus, Hugo, Just the Docs and MkDocs, and the keys of our front matter for them. */
const ALIASES = new Map<string, keyof FrontMatter>([
  ['sidebar_position', 'order'],
  ['weight', 'order'],
  ['nav_order', 'order'],
  ['position', 'order'],
  ['sidebar_label', 'label'],
  ['linktitle', 'label'],
  ['nav_title', 'label'],
  ['sidebartitle', 'label'],
  ['short_title', 'label'],
])

/** Keys of other tools that contain several values of a page, and the keys of our front matter for these values. */
const NESTED = new Map<string, ReadonlyMap<string, keyof FrontMatter>>([
  [
    'sidebar',
    new Map([
      ['order', 'order'],
      ['label', 'label'],
    ]),
  ],
  [
    'nav',
    new Map([
      ['order', 'order'],
      ['title', 'label'],
    ]),
  ],
  [
    'menu',
    new Map([
      ['weight', 'order'],
      ['name', 'label'],
    ]),
  ],
  [
    'menus',
    new Map([
      ['weight', 'order'],
      ['name', 'label'],
    ]),
  ],
])

/** Turns a nested key, `sidebar: { order: 2 }` or `menu: { main: { weight: 2 } }`, into separate entries. */
function nestedEntries({ key, value, line }: Entry): Entry[] {
  const names = NESTED.get(key.toLowerCase())
  if (names === undefined || typeof value !== 'object' || value === null || Array.isArray(value))
    return []
  const inner = Object.values(value).filter(
    (each) => typeof each === 'object' && each !== null && !Array.isArray(each),
  )
  const found = [value, ...inner].flatMap((each) => Object.entries(each))
  return found.flatMap(([name, given]) => {
    const own = names.get(name.toLowerCase())
    return own === undefined ? [] : [{ key: own, value: given, line }]
  })
}

/** Keys of other tools about the look or the address of a page. An import ignores them without a remark. */
const IGNORED_KEYS = new Set(
  `menu menus nav layout permalink slug url aliases redirect_from tags categories keywords date lastmod last_update lastupdated author
  authors parent grand_parent has_children has_toc nav_exclude hide_title hide_table_of_contents toc toc_min_heading_level
  toc_max_heading_level pagination_label pagination_next pagination_prev sidebar_class_name sidebar_custom_props
  displayed_sidebar custom_edit_url image head outline editlink sidebar aside navbar footer prev next lang icon template
  status search boost collapsible collapsed classname customprops key bookcollapsesection bookflatsection bookhidden`.split(
    /\s+/,
  ),
)

/** Returns whether an `id` is the name of a page, as in Docusaurus, and not the id of a lesson. */
function isForeignId(key: string, value: unknown): boolean {
  return (
    key === 'id' && typeof value === 'string' && /^[a-z][\w-]*$/i.test(value) && !isRowId(value)
  )
}

function take<K extends keyof FrontMatter>(
  values: FrontMatter,
  key: K,
  value: FrontMatter[K],
): boolean {
  if (value === undefined) return false
  values[key] = value
  return true
}

/** The line of each key in the file. */
export type KeyLines = Partial<Record<keyof FrontMatter, number>>

/**
 * Parses YAML that begins at a line of a file. Returns the values, their lines, and a remark for each unknown key and
 * each invalid value. Unknown keys and invalid values are left out.
 */
export function readFrontMatter(
  yaml: string,
  firstLine: number,
): { values: FrontMatter; lines: KeyLines; remarks: Remark[] } {
  const { entries, remarks } = readEntries(yaml, firstLine)
  const read = readKeys(entries)
  return { ...read, remarks: [...remarks, ...read.remarks] }
}

/** Like `readFrontMatter`, for keys that are already parsed, with their values and lines. */
export function readKeys(entries: readonly Entry[]): {
  values: FrontMatter
  lines: KeyLines
  remarks: Remark[]
} {
  const remarks: Remark[] = []
  const values: FrontMatter = {}
  const lines: KeyLines = {}
  const read = entries.some(({ key }) => key === 'type' || key === 'id') ? READ_EXACTLY : READ
  const own = new Set(entries.map((entry) => entry.key))
  const isExport = own.has('type')
  const isAssignment = entries.some(
    ({ key, value }) => key === 'type' && READ.type(value) === 'assignment',
  )
  const plain = new Set(entries.map(({ key }) => ALIASES.get(key.toLowerCase()) ?? key))
  const nested = entries.flatMap(nestedEntries).filter(({ key }) => !plain.has(key))
  for (const { key: written, value, line } of [...entries, ...nested]) {
    const key = ALIASES.get(written.toLowerCase()) ?? written
    // If a file has our key and another tool's key for the same value, our key is used.
    if (key !== written && own.has(key)) continue
    if (typeof value === 'object' && value !== null && NESTED.has(written.toLowerCase())) continue
    if (IGNORED_KEYS.has(written.toLowerCase()) || (!isExport && isForeignId(key, value))) continue
    if (!isKey(key)) {
      remarks.push({ line, message: UNKNOWN_KEY, about: key })
      continue
    }
    if (isExport && !isAssignment && isAssignmentKey(key)) {
      remarks.push({ line, message: `"${key}" counts only with "type: assignment".` })
      continue
    }
    lines[key] = line
    if (value !== null && !take(values, key, read[key](value))) {
      remarks.push({
        line,
        message: `The value of "${key}" is not ${EXPECTED[key]} and was ignored.`,
      })
    }
  }
  const strange = new Set(values.rubric?.flatMap(({ unknown }) => unknown))
  for (const about of strange) {
    const line = lines.rubric ?? 1
    remarks.push({ line, message: 'An unknown key of a rubric was ignored.', about })
  }
  return { values, lines, remarks }
}

/** Returns whether a file is marked as a draft. */
export function isDraft({ draft, published }: FrontMatter): boolean {
  return draft === true || published === false
}
