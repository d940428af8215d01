/** The maximum number of characters that the database searches for; it ignores the rest. */
export const SEARCH_MAX_LENGTH = 100

const MIN_LETTERS = 2

/** Returns typed text as a query: in one line, with single spaces and none at the ends. */
export function searchText(typed: string): string {
  return typed.normalize('NFC').slice(0, SEARCH_MAX_LENGTH).replace(/\s+/gu, ' ').trim()
}

/** Returns whether a query contains at least two letters or digits. */
export function isSearchable(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_LETTERS
}
