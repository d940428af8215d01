import type { CsvStyle } from './csv-style'

/** The values of a cell. */
export type Cell = string | number | boolean | null

/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_BOM = '\uFEFF'

/**
 * Matches the beginning of a text that a spreadsheet would execute as a formula (OWASP, CSV Injection), including
 * full-width characters, which some spreadsheets treat in the same way. A line feed at the beginning counts too.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Creates a function that writes cells as a line of CSV (RFC 4180) with a line end. A text that a spreadsheet would
 * execute as a formula gets an apostrophe in front; numbers stay numbers, also negative ones. Null is an empty cell.
 * This is our own code, because the available packages do not escape formulas in texts of several lines.
 */
export function csvLines({
  separator,
  decimal,
}: Pick<CsvStyle, 'separator' | 'decimal'>): (cells: readonly Cell[]) => string {
  const cellOf = (cell: Cell): string => {
    if (cell === null) return ''
    if (typeof cell === 'number') return quoted(String(cell).replace('.', decimal))
    return typeof cell === 'string' ? quoted(FORMULA.test(cell) ? `'${cell}` : cell) : String(cell)
  }
  const quoted = (text: string) =>
    text.includes(separator) || /["\r\n]|^\s|\s$/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text
  return (cells) => `${cells.map(cellOf).join(separator)}\r\n`
}
