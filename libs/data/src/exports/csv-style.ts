/** The separators between cells. */
export const CSV_SEPARATORS = ['comma', 'semicolon', 'tab'] as const

export type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/** The format in which the reader's spreadsheet recognises numbers and dates. */
export interface CsvStyle {
  separator: ',' | ';' | '\t'
  /** The decimal separator. */
  decimal: '.' | ','
  /** The time zone in which moments are written, such as `Europe/Berlin`. */
  zone: string
}

function hasDecimalComma(locale: string | undefined): boolean {
  return (0.5).toLocaleString(locale).includes(',')
}

/**
 * Returns the separator that spreadsheets expect in a locale, by default the reader's: a semicolon where numbers have a
 * decimal comma.
 */
export function proposedSeparator(locale?: string): CsvSeparator {
  return hasDecimalComma(locale) ? 'semicolon' : 'comma'
}

/** Returns the format for a separator and a locale (rules/records#export-style). */
export function csvStyle(chosen: CsvSeparator, locale?: string): CsvStyle {
  const comma = chosen === 'tab' ? hasDecimalComma(locale) : chosen === 'semicolon'
  return {
    separator: ({ comma: ',', semicolon: ';', tab: '\t' } as const)[chosen],
    decimal: comma ? ',' : '.',
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
