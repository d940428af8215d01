import { ROLES } from '../access/roles'
import { decodeText } from '../files/decode-text'
import { isEmail, knownEmailProblem, readEmail } from '../session/email'
import {
  COHORT_NAMES,
  COURSE_NAMES,
  FIRST_NAMES,
  FULL_NAMES,
  isColumnOfEmails,
  isEmailName,
  LAST_NAMES,
  normalizedName,
  ROLE_NAMES,
  rosterColumn,
  USER_NAMES,
} from './column-names'

/** A person in a list of people to invite, with texts as they were written. */
export interface InviteLine {
  /** The line of the text, from 1. */
  at: number
  /** The email, or the text in its place; empty if there is neither. */
  email: string
  /** The role; empty if the line contains none. */
  role: string
  /** The slugs of the courses. */
  courses: string[]
  /** The slug of the cohort; missing if the line contains none. */
  cohort?: string
  /** The name of the person, if the list contains one. */
  name?: string
  /** Further emails of the same person. */
  others?: string[]
  /** Whether the line is from a roster of GitHub Classroom, in which an identifier may be something else than an email. */
  inRoster?: true
}

/** The result of parsing a list. Every line that is not blank appears at least once. */
export interface InviteList {
  lines: InviteLine[]
  /** The line with the names of the columns; null if there is none. */
  heading: Heading | null
}

export interface Heading {
  /** The line of the text, from 1. */
  at: number
  /** The names of the columns. */
  names: string[]
  /** The index of the column with the emails, from 0. */
  email: number
  /** Whether the column is certain, from its name or from the caller; otherwise it is a guess. */
  sure: boolean
  /** Whether lines above the names of the columns, such as the title of a report, were left out. */
  below: boolean
  /** The texts in the role column that are not roles, such as Student, without repetitions. */
  roleWords: string[]
  /** Whether the list is a roster of GitHub Classroom. */
  isRoster?: true
}

/** The index of the column of emails, from 0; null if the first line does not contain names of columns but a person. */
export type EmailColumn = number | null

/**
 * Parses a list of people: a CSV whose first line contains the names of the columns, a CSV without such a line (email,
 * role, courses), or emails as in a mail, with or without names, one or several per line. The column of emails is
 * recognised by its name in the languages of common tools, otherwise by its content; `emailColumn` overrides both.
 * Commas, semicolons and tabs separate cells; spaces, commas, semicolons or bars separate the slugs in a cell. The
 * database decides later whether an email is valid (rules/invites#list-accounted). Rejects if the CSV parser could not
 * be loaded.
 */
export async function readInviteList(text: string, emailColumn?: EmailColumn): Promise<InviteList> {
  const [{ dsvFormat }, { addressParser }] = await Promise.all([
    import('d3-dsv'),
    import('postal-mime'),
  ])
  const people = (entry: string) => addressParser(entry, { flatten: true })
  const { lines, separator } = linesOf(text)
  const parse = (line: string) => dsvFormat(separator).parseRows(line)[0] ?? []
  const records = recordsOf(lines, separator, parse)

  const head = headIndex(records)
  const rest = records.slice(head + 1)
  const named = records[head] ? headingOf(records[head], rest, emailColumn) : null
  if (!named) {
    return { heading: null, lines: records.flatMap((record) => withoutColumns(record, people)) }
  }
  const read = rest.map((record) => inColumns(record, named, people))
  return { lines: read, heading: { ...named, below: head > 0, roleWords: roleWordsOf(read) } }
}

/**
 * The maximum number of different texts in a role column that are not roles. A column with more does not contain roles.
 */
const MAX_ROLE_WORDS = 10

/** Returns the form in which texts of a role column are compared, which ignores letter case. */
export const roleLabelKey = (text: string): string => text.trim().toLowerCase()

function roleWordsOf(lines: readonly InviteLine[]): string[] {
  const isRole = (text: string) => ROLES.some((role) => roleLabelKey(role) === roleLabelKey(text))
  const words = lines.map(({ role }) => role).filter((text) => text !== '' && !isRole(text))
  const once = new Map(words.toReversed().map((text) => [roleLabelKey(text), text]))
  return once.size > MAX_ROLE_WORDS ? [] : [...once.values()].reverse()
}

/** The emails in a text, and the texts that could not be read. */
export interface ReadAddresses extends Pick<InviteList, 'heading'> {
  /** The emails without repetitions in other letter case. */
  addresses: string[]
  /** Texts in the place of an email, with their lines. */
  unreadable: Pick<InviteLine, 'at' | 'email'>[]
}

/**
 * Finds the emails in a text that a person pasted, also forms that only older accounts may have. `emailColumn` has the
 * same meaning as in `readInviteList`. Rejects if the CSV parser could not be loaded.
 */
export async function addressesIn(text: string, emailColumn?: EmailColumn): Promise<ReadAddresses> {
  const { lines, heading } = await readInviteList(text, emailColumn)
  const isKnown = ({ email }: InviteLine) => knownEmailProblem(email) === null
  const all = lines.filter(isKnown).flatMap(({ email, others = [] }) => [email, ...others])
  const once = new Map(all.map((email) => [email.toLowerCase(), email]))
  return {
    heading,
    addresses: [...once.values()],
    unreadable: lines.filter((line) => !isKnown(line)),
  }
}

/**
 * Decodes a file with a list: UTF-8, UTF-16 (called Unicode by Excel), or otherwise the encoding of older Excel on
 * Windows.
 */
export async function readListFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { text, brokenLine } = decodeText(bytes)
  return brokenLine === undefined ? text : new TextDecoder('windows-1252').decode(bytes)
}

type ReadPeople = (entry: string) => { name: string; address?: string | undefined }[]

interface Line {
  at: number
  text: string
}

interface CsvRecord extends Line {
  cells: string[]
}

/** Matches an email in quotes that are not those of CSV, or after the apostrophe with which Excel marks text. */
const QUOTED =
  /(^|[\s,;:(<])['‘‚“„«`]([^\s,;<>"'’“”»`]+@[^\s,;<>"'’“”»`]+)['’“”»`]?(?= *(?:$|[\t,;)>]))/gmu

/**
 * Returns the lines that are not blank, and the separator of cells, which is stated in a first line `sep=` or guessed.
 */
function linesOf(text: string): { lines: Line[]; separator: string } {
  const lines: Line[] = []
  const visible = text
    .normalize('NFKC')
    .replace(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\u00AD\uFEFF]/gu, '')
    .replace(QUOTED, '$1$2')
  for (const [i, line] of visible.split(/\r\n|\r|\n/).entries()) {
    const last = lines.at(-1)
    // In the header of a mail, a line break may stand between a name and its email.
    if (last && !last.text.includes('@') && /^\s+</.test(line)) last.text += line
    else if (line.trim() !== '') lines.push({ at: i + 1, text: line })
  }
  const said = /^sep=(.)$/i.exec(lines[0]?.text.trim() ?? '')?.[1]
  return said
    ? { lines: lines.slice(1), separator: said }
    : { lines, separator: separatorOf(lines) }
}

/**
 * Returns the most frequent separator in the line above the first email, which contains the names of the columns;
 * otherwise in the first line with a separator outside of quotes.
 */
function separatorOf(lines: readonly Line[]): string {
  const separates = ({ text }: Line) => /[,;\t]/.test(text)
  const above = lines[lines.findIndex(({ text }) => text.includes('@')) - 1]
  const first = (above && separates(above) ? above : lines.find(separates))?.text ?? ''
  const bare = first.replace(/"[^"]*"/g, '')
  const count = (separator: string) => bare.split(separator).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}

/**
 * Returns the records of a CSV. A cell in quotes may have several lines. A quote that is not closed, or inside which
 * another line's email would be lost, counts as an ordinary character.
 */
function recordsOf(
  lines: readonly Line[],
  separator: string,
  parse: (text: string) => string[],
): CsvRecord[] {
  const records: CsvRecord[] = []
  for (let i = 0; i < lines.length; ) {
    const { at } = lines[i] as Line
    let [text, next] = [lines[i]?.text ?? '', i + 1]
    while (
      !isClosed(text, separator) &&
      next < lines.length &&
      !/@/.test(lines[next]?.text ?? '')
    ) {
      text += `\n${lines[next]?.text}`
      next += 1
    }
    if (!isClosed(text, separator)) {
      text = (lines[i]?.text ?? '').replaceAll('"', '')
      next = i + 1
    }
    records.push({ at, text, cells: parse(text).map((cell) => cell.trim()) })
    i = next
  }
  return records
}

/** Returns whether each cell that begins with a quote also ends with a quote. */
function isClosed(text: string, separator: string): boolean {
  const open = text.replace(/"(?:[^"]|"")*"/g, '')
  return (
    !open.split(separator).some((cell) => cell.trimStart().startsWith('"')) && !open.includes('"')
  )
}

// Columns -----------------------------------------------------------------------------------------

/** Returns the index of the line that may contain the names of the columns. Lines of a report may precede it. */
function headIndex(records: readonly CsvRecord[]): number {
  const first = records.findIndex(({ cells }) => cells.some((cell) => cell.includes('@')))
  const above = records.slice(0, Math.max(first, 1))
  const filled = ({ cells }: CsvRecord) => cells.filter((cell) => cell !== '').length
  const below = (column: number) =>
    records.slice(first).some(({ cells }) => (cells[column] ?? '').includes('@'))
  const named = above.findIndex(({ cells }) =>
    cells.some((name, column) => isColumnOfEmails(name) && below(column)),
  )
  const widest = Math.max(...above.map(filled))
  return named >= 0 ? named : above.findIndex((record) => filled(record) === widest)
}

/** Returns the names of the columns if the line contains them; null if the line is a person. */
function headingOf(
  first: CsvRecord,
  rest: readonly CsvRecord[],
  chosen: EmailColumn | undefined,
): Omit<Heading, 'below' | 'roleWords'> | null {
  const names = first.cells
  if (chosen === null || names.some((name) => name.includes('@'))) return null
  const fill = (column: number) =>
    rest.filter(({ cells }) => (cells[column] ?? '').includes('@')).length
  const columns = names.map((_, column) => column)
  const named = columns.filter((column) => isEmailName(names[column] ?? ''))
  const users = columns.filter((column) => USER_NAMES.test(normalizedName(names[column] ?? '')))
  const known = [...named, ...users].find((column) => fill(column) > 0) ?? named[0]
  // Several texts above rows with emails are names of columns too, in any language.
  const guess = names.length > 1 ? fullest(columns, fill) : undefined
  const roster = rosterColumn(names)
  const sure = chosen ?? known ?? (roster < 0 ? undefined : roster)
  const email = sure ?? guess
  if (email === undefined) return null
  const isRoster = roster >= 0 && { isRoster: true as const }
  return { at: first.at, names, email, sure: sure !== undefined, ...isRoster }
}

const fullest = (columns: readonly number[], fill: (column: number) => number) =>
  columns.filter((column) => fill(column) > 0).sort((one, other) => fill(other) - fill(one))[0]

function inColumns(
  { at, cells, text }: CsvRecord,
  heading: Pick<Heading, 'names' | 'email' | 'isRoster'>,
  people: ReadPeople,
): InviteLine {
  const cell = (accepts: (name: string) => boolean) =>
    cells[heading.names.findIndex((name) => accepts(normalizedName(name)))] ?? ''
  // If the column of emails is empty in this row, an email in another cell is used.
  const said = cells[heading.email] || (cells.find((one) => one.includes('@')) ?? '')
  const [email = '', ...more] = emailsOf(said, people)
  const elsewhere = cells.flatMap((one) => emailsOf(one, people))
  const others = [...new Set([...more, ...elsewhere])].filter(
    (one) => one !== email && isEmail(one),
  )
  const [cohort] = slugs(cell((name) => COHORT_NAMES.has(name)))
  const first = cell((name) => FIRST_NAMES.has(name))
  const last = cell((name) => LAST_NAMES.has(name))
  const name = tidyName(
    cell((column) => FULL_NAMES.has(column)) || `${first} ${last}`.trim() || nameBefore(said),
  )
  return {
    at,
    email: email || said || (cells.every((one) => one === '') ? text.trim() : ''),
    role: cell((name) => ROLE_NAMES.has(name)),
    courses: slugs(cell((name) => COURSE_NAMES.has(name))),
    ...(cohort && { cohort }),
    ...(name && { name }),
    ...(others.length > 0 && { others }),
    ...(heading.isRoster && { inRoster: true as const }),
  }
}

// Without columns ---------------------------------------------------------------------------------

function withoutColumns({ at, text, cells }: CsvRecord, people: ReadPeople): InviteLine[] {
  const line = (email: string, more: Partial<InviteLine> = {}) => ({
    at,
    email,
    role: '',
    courses: [],
    ...more,
  })
  const place = cells.findIndex((cell) => cell.includes('@'))
  if (place === -1) {
    const [email = '', role = '', ...courses] = cells.some((cell) => cell !== '')
      ? cells
      : [text.trim()]
    return [line(email, { role, courses: courses.flatMap(slugs) })]
  }
  const counted = text.split('@').length - 1
  if (counted === 1) {
    const [email = cells[place] ?? ''] = emailsOf(cells[place] ?? '', people)
    const [role = '', ...courses] = cells.slice(place + 1)
    const name = nameBefore(text)
    return [line(email, { role, courses: courses.flatMap(slugs), ...(name && { name }) })]
  }
  return entriesOf(text, people).map(({ email, ...more }) => line(email, more))
}

/** Returns the people in a line of a mail, and the texts in the place of an email. */
function entriesOf(
  text: string,
  people: ReadPeople,
): Pick<InviteLine, 'email' | 'name' | 'others'>[] {
  const read = people(withCommas(text))
  const known = new Set(read.flatMap(({ address }) => (address ? [readEmail(address)] : [])))
  const missed = looseAddresses(text).filter((email) => !known.has(email))
  const entries = read.flatMap(({ name, address = '' }, i) => {
    // In `Surname, First <email>` without quotes, the comma does not end an entry but belongs to the name.
    const next = read[i + 1]?.address
    if (address === '') return next && text.includes(`<${next}>`) ? [] : [{ email: name }]
    const others = missed.filter((email) => inQuotes(text, email) && name.includes(email))
    const called = tidyName(name)
    return [
      {
        email: readEmail(address),
        ...(called && { name: called }),
        ...(others.length > 0 && { others }),
      },
    ]
  })
  // Two emails that are separated only by a space belong to two people.
  const told = new Set(entries.flatMap(({ others = [] }) => others))
  return [...entries, ...missed.filter((email) => !told.has(email)).map((email) => ({ email }))]
}

/** Returns the name in front of an email in angle brackets at the end of a line; empty if there is none. */
const nameBefore = (text: string) => tidyName(/^(.*?)<[^<>]*@[^<>]*>\s*$/su.exec(text)?.[1] ?? '')

/** Returns a name in its usual order: "Lovelace, Ada" becomes "Ada Lovelace". Empty if the text is not a name. */
function tidyName(said: string): string {
  const name = said
    .replace(/["“”„]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const [last = '', first, ...more] = name.split(',').map((part) => part.trim())
  const whole = first && more.length === 0 ? `${first} ${last}` : name
  return /[@<>,;:]/u.test(whole) || !/\p{L}/u.test(whole) || whole.length > 100 ? '' : whole
}

/** Returns whether an email is inside quotes or brackets that belong to a name. */
const inQuotes = (text: string, email: string) =>
  [...text.matchAll(/"[^"]*"|'[^']*'|\([^()]*\)/g)].some(([quoted]) => quoted.includes(email))

/** Returns the emails in a cell, in order. */
function emailsOf(cell: string, people: ReadPeople): string[] {
  if (!cell.includes('@')) return []
  const inBrackets = [...cell.matchAll(/<([^<>]*@[^<>]*)>/g)].map(([, inner = '']) =>
    readEmail(inner),
  )
  const read = people(withCommas(cell)).flatMap(({ address }) =>
    address ? [readEmail(address)] : [],
  )
  return [...new Set([...inBrackets, ...read, ...looseAddresses(cell)])]
}

/** Replaces all separators that people write between emails by a comma. */
const withCommas = (text: string) =>
  text.replace(/mailto:/giu, '').replace(/\s*(?:[、，；|]|:::|\s\/\s|\t)\s*/gu, ', ')

const looseAddresses = (text: string) =>
  (withCommas(text).match(/[^\s<>"'(),;:[\]]+@[^\s<>"'(),;:[\]@]+/gu) ?? []).map(readEmail)

const slugs = (cell: string) => cell.split(/[\s,;|]+/).filter((slug) => slug !== '')
