/** `starts_at` is "starts at". */
export const spaced = (name: string) => name.replaceAll('_', ' ')

/** `starts_at` is "Starts at". */
export const sentence = (name: string) => capital(spaced(name))

/** `discount_codes` is "DiscountCodes". */
export const pascal = (name: string) => name.split('_').map(capital).join('')

/** `discount_codes` is "discountCodes". */
export const camel = (name: string) => pascal(name).replace(/^./, (letter) => letter.toLowerCase())

/** `discount_codes` is "discount-codes". */
export const kebab = (name: string) => name.replaceAll('_', '-')

/** `coupon` is "a coupon", `offer` is "an offer". */
export const withArticle = (name: string) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${spaced(name)}`

/** `course offer` is "Course offer". */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** `course offer` is "Course Offer". */
export const titled = (words: string) =>
  words.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase())

/** In: a table's name, which is a plural. Out: one of them; the same word where no rule fits. */
export function singular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`
  if (/(ss|x|z|ch|sh)es$/.test(plural)) return plural.slice(0, -2)
  if (/[^s]s$/.test(plural)) return plural.slice(0, -1)
  return plural
}
