/** A line of a list of people to invite, as it was written. */
export interface InviteLine {
  /** The line of the text, from 1. */
  at: number
  email: string
  /** Empty where the line says none. */
  role: string
  /** Slugs. */
  courses: string[]
}

/** Names under which spreadsheets give their columns. */
const COLUMNS = {
  email: ['email', 'e-mail', 'mail', 'email address', 'e-mail address'],
  role: ['role'],
  courses: ['courses', 'course', 'slugs', 'slug'],
} as const

type Column = keyof typeof COLUMNS

/**
 * Reads a list of people: a CSV with a first line that names its columns (email, role, courses), one
 * without (email, role, courses in this order), or addresses as they stand in a mail, with or without
 * names, one a line or many. Commas, semicolons and tabs separate; slugs in a cell are separated by
 * spaces, commas, semicolons or bars. Nothing is judged here: the database does that. Fails when the
 * reader could not be loaded.
 */
export async function readInviteList(text: string): Promise<InviteLine[]> {
  const { default: Papa } = await import('papaparse')
  const rows: { at: number; cells: string[] }[] = []
  let at = 1
  let seen = 0
  const source = text.replace(/^\uFEFF/, '')
  Papa.parse<string[]>(source, {
    delimitersToGuess: [',', ';', '\t'],
    step: ({ data, meta }) => {
      rows.push({ at, cells: data.map((cell) => cell.trim()) })
      at += linesIn(source.slice(seen, meta.cursor))
      seen = meta.cursor
    },
  })
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const header = headerOf(filled[0]?.cells ?? [])
  return header
    ? filled.slice(1).map(({ at: line, cells }) => named(line, cells, header))
    : filled.flatMap(({ at: line, cells }) => positional(line, cells))
}

const linesIn = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** Where each column is, or null when the first line names none. */
function headerOf(cells: readonly string[]): Record<Column, number> | null {
  const place = (column: Column) => {
    const names: readonly string[] = COLUMNS[column]
    return cells.findIndex((cell) => names.includes(cell.toLowerCase()))
  }
  return place('email') === -1
    ? null
    : { email: place('email'), role: place('role'), courses: place('courses') }
}

function named(at: number, cells: readonly string[], header: Record<Column, number>): InviteLine {
  const cell = (column: Column) => cells[header[column]] ?? ''
  return { at, email: address(cell('email')), role: cell('role'), courses: slugs(cell('courses')) }
}

function positional(at: number, cells: readonly string[]): InviteLine[] {
  const people = cells.filter((cell) => cell !== '')
  // Several addresses on one line, as they are copied from a mail.
  if (people.length > 0 && people.every((cell) => cell.includes('@'))) {
    return people.map((cell) => ({ at, email: address(cell), role: '', courses: [] }))
  }
  const [email = '', role = '', ...courses] = cells
  return [{ at, email: address(email), role, courses: courses.flatMap(slugs) }]
}

/** `Ada Lovelace <ada@example.org>` is ada@example.org. */
function address(cell: string): string {
  return (/<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell).trim()
}

const slugs = (cell: string) => cell.split(/[\s,;|]+/).filter((slug) => slug !== '')

/** A report as CSV, in which nothing is taken for a formula. Fails when the writer could not be loaded. */
export async function inviteReport(rows: readonly (readonly string[])[]): Promise<string> {
  const { default: Papa } = await import('papaparse')
  return Papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: true },
  )
}
