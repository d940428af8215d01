/**
 * In: a key, the place of the active option (-1 for none) and how many there are. Out: the place to go
 * to, around either end; null for other keys. Home and End stay with the text that is being typed.
 */
export function nextOption(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1
  return null
}
