/** Longest texts that the database takes, in characters, and the longest path it remembers. */
export const LIMITS = {
  title: 100,
  lessonDescription: 2000,
  content: 500_000,
  link: 2000,
  sourcePath: 1000,
  attachments: 50,
} as const

/** A text's length as the database counts it: in characters, not in UTF-16 units. */
export function characterCount(text: string): number {
  let length = 0
  for (const _character of text) length += 1
  return length
}

/** The text cut to so many characters, the last of them an ellipsis when something was cut. */
export function cut(text: string, limit: number): string {
  const characters = Array.from(text)
  if (characters.length <= limit) return text
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`
}
