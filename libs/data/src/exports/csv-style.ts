/** The separators between cells. */
export const CSV_SEPARATORS = ['comma', 'semicolon', 'tab'] as const

export type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/** The style in which a reader's spreadsheet recognizes numbers and dates. */
export interface CsvStyle {
  separator: ',' | ';' | '\t'
  /** The decimal separator. */
  decimal: '.' | ','
  /** The time zone of the moments: `Europe/Berlin`. */
  zone: string
}

function hasDecimalComma(locale: string | undefined): boolean {
  return (0.5).toLocaleString(locale).includes(',')
}

/**
 * Returns the separator for a locale, by default the reader's own: spreadsheets use semicolons where numbers have a
 * decimal comma.
 */
export function proposedSeparator(locale?: string): CsvSeparator {
  return hasDecimalComma(locale) ? 'semicolon' : 'comma'
}

/** Returns the style for a chosen separator and a locale (rules/records#export-style). */
export function csvStyle(chosen: CsvSeparator, locale?: string): CsvStyle {
  const comma = chosen === 'tab' ? hasDecimalComma(locale) : chosen === 'semicolon'
  return {
    separator: ({ comma: ',', semicolon: ';', tab: '\t' } as const)[chosen],
    decimal: comma ? ',' : '.',
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
