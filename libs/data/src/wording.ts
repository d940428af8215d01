// Formats numbers, counts and lists in sentences (rules/interface#figures). The sentences are English, so the "and" in
// a list is too. Numbers, and the comma before that "and", follow the person's locale.

const NUMBER = new Intl.NumberFormat()
const english = globalThis.navigator?.languages?.find((tag) => /^en\b/i.test(tag)) ?? 'en'
const LIST = new Intl.ListFormat(english, { type: 'conjunction' })

/** Formats a number: "1,234", or "1.234" for a person in Germany. */
export const formatNumber = (number: number): string => NUMBER.format(number)

/** Formats a count: "1 course", "1,234 people". `many` is needed only for a plural without s. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Formats a number of people: "1 person", "1,234 people". */
export const formatPeople = (count: number): string => formatCount(count, 'person', 'people')

/** Joins a list: "a, b, and c", or "a, b and c" for a person in Britain; an empty text for an empty list. */
export const formatList = (items: readonly string[]): string => LIST.format(items)

/** Formats the value of an enum for people: "Bank transfer" for `bank_transfer`. */
export function valueInWords(value: string): string {
  const words = value.replaceAll('_', ' ')
  // Values in capitals, such as `OPEN`, are also ordinary words.
  const small = words === words.toUpperCase() ? words.toLowerCase() : words
  return capitalized(small)
}

/** Returns a text that begins with a capital letter. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
