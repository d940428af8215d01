/** The number of characters of a query that the database uses. */
export const SEARCH_MAX_LENGTH = 100

const MIN_LETTERS = 2

/** Returns typed text as a query: one line, without leading, trailing and repeated spaces. */
export function searchText(typed: string): string {
  return typed.normalize('NFC').slice(0, SEARCH_MAX_LENGTH).replace(/\s+/gu, ' ').trim()
}

/** Returns whether a query has the required two letters or digits. */
export function isSearchable(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_LETTERS
}
