/** The number of characters of an id that lists show (rules/interface#ids). */
const SHOWN = 8

/** Returns the beginning of an id, which is enough to tell rows apart and fits on a line. */
export function shortId(id: string): string {
  return id.slice(0, SHOWN)
}
