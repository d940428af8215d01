/** What can stand between the cells of a file. */
export const CSV_SEPARATORS = ['comma', 'semicolon', 'tab'] as const

export type CsvSeparator = (typeof CSV_SEPARATORS)[number]

/** How a file is written, so that the spreadsheet of the person who reads it knows numbers and dates. */
export interface CsvStyle {
  separator: ',' | ';' | '\t'
  /** Between a number's whole and its parts. */
  decimal: '.' | ','
  /** Whose clock its moments are by: `Europe/Berlin`. */
  zone: string
}

function hasDecimalComma(locale: string | undefined): boolean {
  return (0.5).toLocaleString(locale).includes(',')
}

/** Of a locale, the reader's own unless given: where numbers have a comma, spreadsheets part cells by semicolons. */
export function proposedSeparator(locale?: string): CsvSeparator {
  return hasDecimalComma(locale) ? 'semicolon' : 'comma'
}

/** In: what was chosen, and the reader's locale. Out: the style (rules/records#export-style). */
export function csvStyle(chosen: CsvSeparator, locale?: string): CsvStyle {
  const comma = chosen === 'tab' ? hasDecimalComma(locale) : chosen === 'semicolon'
  return {
    separator: ({ comma: ',', semicolon: ';', tab: '\t' } as const)[chosen],
    decimal: comma ? ',' : '.',
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
