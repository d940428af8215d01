import type { Chosen } from './intl-options'

/**
 * The printable characters of ASCII in the order of Unicode's collation. Upper and lower case differ only in second
 * place.
 */
const ORDER = ` _-,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ`
const FIRST_LETTER = ORDER.indexOf('a')

/** The rank of each character by its code, from 1; 0 for a character without a rank. */
const ranks: readonly number[] = Array.from(
  { length: 127 },
  (_, code) => ORDER.indexOf(String.fromCharCode(code)) + 1,
)

/** The rank of a character without regard to case. */
const base = (rank: number) =>
  rank <= FIRST_LETTER ? rank : rank - ((rank - FIRST_LETTER - 1) % 2)

/** Returns whether English compares texts with these options in the same way as `compareAscii`. */
export const isEnglish = (
  [locale = 'en', ...others]: readonly string[],
  options: Chosen,
): boolean =>
  others.length === 0 &&
  /^en(-(US|GB|AU|CA|IE|NZ))?$/.test(locale) &&
  Object.entries(options).every(
    ([name, value]) =>
      (name === 'sensitivity' && (value === 'base' || value === 'accent' || value === 'variant')) ||
      (name === 'usage' && value === 'sort') ||
      (name === 'numeric' && value === false),
  )

/**
 * Compares ASCII texts as `Intl.Collator` does in English. Sorting compares often, and a call of the host is slow.
 * Returns null if the texts contain other characters that matter. With the sensitivity `base` or `accent`, case is
 * ignored.
 */
export function compareAscii(one: string, other: string, sensitivity?: unknown): number | null {
  const [left, right] = [one.length, other.length]
  const length = Math.min(left, right)
  let byCase = 0
  for (let at = 0; at < length; at += 1) {
    // Characters at the same position in both texts do not affect the result, whatever they are.
    if (one[at] === other[at]) continue
    const a = ranks[one.charCodeAt(at)] || 0
    const b = ranks[other.charCodeAt(at)] || 0
    if (a === 0 || b === 0) return null
    if (base(a) !== base(b)) return a < b ? -1 : 1
    byCase ||= a < b ? -1 : 1
  }
  if (left !== right) {
    const longer = left < right ? other : one
    if (!ranks[longer.charCodeAt(length)]) return null
    return left < right ? -1 : 1
  }
  return sensitivity === 'base' || sensitivity === 'accent' ? 0 : byCase
}
