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
  const { dsvFormat } = await import('d3-dsv')
  const source = text.replace(/^\uFEFF/, '')
  let at = 1
  const rows = dsvFormat(separatorOf(source)).parseRows(source, (cells) => {
    const line = at
    // A cell in quotes may go over several lines of the text.
    at += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    return { at: line, cells: cells.map((cell) => cell.trim()) }
  })
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const header = headerOf(filled[0]?.cells ?? [])
  return header
    ? filled.slice(1).map(({ at: line, cells }) => named(line, cells, header))
    : filled.flatMap(({ at: line, cells }) => positional(line, cells))
}

/** The separator that the first line with any has most of, apart from what stands in quotes. */
function separatorOf(text: string): string {
  const first = text.split(/\r|\n/).find((line) => /[,;\t]/.test(line)) ?? ''
  const bare = first.replace(/"[^"]*"/g, '')
  const count = (separator: string) => bare.split(separator).length
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best))
}

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
