import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { type JsonObject, listOf, number, object, shape, string } from '../json'
import { type Cell, CSV_BOM, csvLines } from './csv'
import type { CsvStyle } from './csv-style'
import { type ColumnsOfList, EXPORT_COLUMNS, type ExportList } from './export-lists'

/** The list to export. */
export interface ExportRequest {
  list: ExportList
  /** The filter of the list, with the names of the database. Empty values are ignored. */
  filter: Readonly<Record<string, string>>
}

/** A part of the file, and the progress so far. */
export interface ExportPiece {
  text: string
  rows: number
  /** The number of rows that the filter found when the export began. */
  total: number
}

export const parseBegunExport = shape({ id: string, total: number, columns: listOf(string) })
export const parseExportRows = shape({ rows: listOf(object), next: (value): Json => value ?? null })

/**
 * Exports all rows that a list's filter finds as CSV (UTF-8 with a byte order mark, RFC 4180), newest first and in
 * several parts, in the style of the reader's spreadsheet (rules/records#export-style). The beginning of an export
 * writes the audit record `data.export` (rules/records#exports). Fails with a DataError: `42501` for callers who may
 * not, `NETWORK`. Ends early if the signal is aborted.
 */
export async function* exportCsv(
  client: Pick<DataClient, 'rpc'>,
  { list: name, filter }: ExportRequest,
  signal: AbortSignal,
  style: CsvStyle,
): AsyncGenerator<ExportPiece, void> {
  const call = client.rpc('begin_export', { list: name, filter: filled(filter) })
  const { id: export_id, total, columns } = parseBegunExport(unwrap(await call))
  const known: ColumnsOfList = EXPORT_COLUMNS[name]
  const csvLine = csvLines(style)
  const momentOf = momentsIn(style.zone)
  const heads = csvLine(
    columns.map((column) => {
      const { label = column, moment = false } = known[column] ?? {}
      return moment ? `${label} (${style.zone})` : label
    }),
  )
  yield { text: CSV_BOM + heads, rows: 0, total }

  let rows = 0
  let after: Json = null
  do {
    if (signal.aborted) return
    const answer = await client.rpc('export_rows', { export_id, after }).abortSignal(signal)
    if (signal.aborted) return
    const page = parseExportRows(unwrap(answer))
    const lines = page.rows.map((row) =>
      csvLine(
        columns.map((column) => {
          const { cell, moment = false } = known[column] ?? {}
          const value = cell?.(row) ?? plain(row[column])
          return moment ? momentOf(value) : value
        }),
      ),
    )
    rows += page.rows.length
    yield { text: lines.join(''), rows, total }
    after = page.next
  } while (after !== null)
}

function filled(filter: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}

/** Returns the value of a cell; objects and lists as JSON. */
function plain(value: JsonObject[string]): Cell {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/** Returns a function that formats moments for spreadsheets in a time zone: `2026-11-26 14:05:00`. */
function momentsIn(timeZone: string): (value: Cell) => Cell {
  // All spreadsheets can read the Swedish date format.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (value) => {
    const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
    return Number.isNaN(at) ? value : format.format(at)
  }
}
