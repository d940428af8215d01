/** Returns whether a part of an address can be the id of a row. Other texts need no request. */
export function isRowId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/** The number of characters of an id that lists show (rules/interface#ids). */
const SHOWN = 8

/** Returns the beginning of an id, which is short and usually unique in a list. */
export function shortId(id: string): string {
  return id.slice(0, SHOWN)
}
