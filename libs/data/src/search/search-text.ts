/** Characters of a query that the database looks at. */
export const SEARCH_MAX_LENGTH = 100

const MIN_LETTERS = 2

/** In: typed text. Out: what is asked: one line, without blanks around it or doubled. */
export function searchText(typed: string): string {
  return typed.normalize('NFC').slice(0, SEARCH_MAX_LENGTH).replace(/\s+/gu, ' ').trim()
}

/** In: what `searchText` gave. Out: whether it is worth asking: two letters or digits at the least. */
export function isSearchable(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_LETTERS
}
