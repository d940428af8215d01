// Formats numbers, counts and lists in sentences (rules/interface#figures). Sentences are English, so the "and" of a
// list is too; numbers, and the comma before the last item of a list, follow the person's locale.

const NUMBER = new Intl.NumberFormat()
const english = globalThis.navigator?.languages?.find((tag) => /^en\b/i.test(tag)) ?? 'en'
const LIST = new Intl.ListFormat(english, { type: 'conjunction' })

/** "1,234", or "1.234" for a person in Germany. */
export const formatNumber = (number: number): string => NUMBER.format(number)

/** "1 course", "1,234 people". `many` is only needed if the plural is not formed with s. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** "1 person", "1,234 people". */
export const formatPeople = (count: number): string => formatCount(count, 'person', 'people')

/** "a, b, and c", or "a, b and c" for a person in Britain; empty for no items. */
export const formatList = (items: readonly string[]): string => LIST.format(items)

/** Returns the value of an enum in words: "Bank transfer" for `bank_transfer`. */
export function valueInWords(value: string): string {
  const words = value.replaceAll('_', ' ')
  // Values in capitals are words, too.
  const small = words === words.toUpperCase() ? words.toLowerCase() : words
  return capitalized(small)
}

/** Returns a text that begins with a capital letter. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
