/** Characters that a post may have; the database counts them the same way. */
export const MAX_POST_LENGTH = 10_000

/** From how many characters left on the composer counts them. */
const COUNTED_FROM = 500

/** In: what was typed. Out: characters left, negative when there are too many; null while there are plenty. */
export function charactersLeft(text: string): number | null {
  const left = MAX_POST_LENGTH - [...text.trim()].length
  return left > COUNTED_FROM ? null : left
}

/** Whether what was typed can be sent. */
export function isSendable(text: string): boolean {
  return text.trim() !== '' && (charactersLeft(text) ?? 0) >= 0
}
