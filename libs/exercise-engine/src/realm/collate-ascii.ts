import type { Chosen } from './intl-options'

/** The printable signs of ASCII in the order of Unicode's collation. Letters differ first without their case. */
const ORDER = ` _-,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ`
const FIRST_LETTER = ORDER.indexOf('a')

/** By the code of a sign, from 1; 0 for a sign that has none. */
const ranks: readonly number[] = Array.from(
  { length: 127 },
  (_, code) => ORDER.indexOf(String.fromCharCode(code)) + 1,
)

/** The rank of a sign without its case. */
const base = (rank: number) =>
  rank <= FIRST_LETTER ? rank : rank - ((rank - FIRST_LETTER - 1) % 2)

/** Whether English compares with these options as `compareAscii` does. */
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
 * Compares texts of ASCII as `Intl.Collator` does in English, because sorting asks often; null if other signs decide.
 * With the sensitivity `base` or `accent`, case does not count.
 */
export function compareAscii(one: string, other: string, sensitivity?: unknown): number | null {
  const [left, right] = [one.length, other.length]
  const length = Math.min(left, right)
  let byCase = 0
  for (let at = 0; at < length; at += 1) {
    // Signs that both texts have decide nothing, whatever they are.
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
