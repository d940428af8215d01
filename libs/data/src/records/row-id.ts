/** Returns whether a part of an address has the form of a row's id, so that other texts cause no request. */
export function isRowId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/** The number of characters of an id that lists show (rules/interface#ids). */
const SHOWN = 8

/** Returns the beginning of an id, which is enough to tell rows apart and fits on a line. */
export function shortId(id: string): string {
  return id.slice(0, SHOWN)
}
