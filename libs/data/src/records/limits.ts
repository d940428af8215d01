/**
 * The maximum numbers of characters that the database accepts in titles and other fields, and in the path of a file.
 */
export const LIMITS = {
  title: 100,
  lessonDescription: 2000,
  content: 500_000,
  link: 2000,
  sourcePath: 1000,
  attachments: 50,
} as const

/** Returns the length of a text as the database counts it: in characters, not in UTF-16 units. */
export function characterCount(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0)
}

/** Shortens a text to a number of characters, and ends it with an ellipsis. */
export function shorten(text: string, limit: number): string {
  const characters = Array.from(text)
  if (characters.length <= limit) return text
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`
}
