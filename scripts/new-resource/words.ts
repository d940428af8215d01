/** Turns `starts_at` into "starts at". */
export const spaced = (name: string) => name.replaceAll('_', ' ')

/** Turns `starts_at` into "Starts at". */
export const sentence = (name: string) => capital(spaced(name))

/** Turns `discount_codes` into "DiscountCodes". */
export const pascal = (name: string) => name.split('_').map(capital).join('')

/** Turns `discount_codes` into "discountCodes". */
export const camel = (name: string) => pascal(name).replace(/^./, (letter) => letter.toLowerCase())

/** Turns `discount_codes` into "discount-codes". */
export const kebab = (name: string) => name.replaceAll('_', '-')

/** Turns the value `bank_transfer` of an enum into "Bank transfer", as screens show it. */
export { valueInWords } from '../../libs/data/src/wording'

/** Turns `coupon` into "a coupon" and `offer` into "an offer". */
export const withArticle = (name: string) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${spaced(name)}`

/** Turns `course offer` into "Course offer". */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Turns `course offer` into "Course Offer". */
export const titled = (words: string) =>
  words.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase())

/** Returns the singular of a table's name; the name itself if no rule fits. */
export function singular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`
  if (/(ss|x|z|ch|sh)es$/.test(plural)) return plural.slice(0, -2)
  if (/[^s]s$/.test(plural)) return plural.slice(0, -1)
  return plural
}
