import type { CsvStyle } from './csv-style'

/** What can stand in a cell. */
export type Cell = string | number | boolean | null

/** How a spreadsheet knows that a file is UTF-8. */
export const CSV_BOM = '\uFEFF'

/**
 * Beginnings that make a spreadsheet take a text for a formula (OWASP, CSV Injection), the full-width
 * forms included, which some read as the same. Of line feeds too: the first sign behind one counts there.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * What writes cells as one line of CSV (RFC 4180), its end included. A text that a spreadsheet would take for a
 * formula gets an apostrophe in front; numbers stay numbers, negative ones too. No value is an empty cell.
 * Written here and not taken from a package: those at hand leave texts of several lines unescaped.
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
