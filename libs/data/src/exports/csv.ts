import type { CsvStyle } from './csv-style'

/** The values of a cell. */
export type Cell = string | number | boolean | null

/** Marks a file as UTF-8 for spreadsheets. */
export const CSV_BOM = '\uFEFF'

/**
 * The first characters of a text that a spreadsheet takes for a formula (OWASP, CSV Injection), including full-width
 * forms, which some treat the same. The first character after a line feed counts too.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Returns a function that writes cells as a line of CSV (RFC 4180) with its line end. A text that a spreadsheet would
 * take for a formula gets an apostrophe in front; numbers stay numbers, negative ones too. No value is an empty cell.
 * Available packages leave texts of several lines unescaped, so this is our own code.
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
