/** Returns whether a part of an address has the form of a row's id, so that other texts cause no request. */
export function isRowId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}
