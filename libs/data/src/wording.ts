// How figures, counts and lists read in sentences (rules/interface#figures). Sentences are English, so the words that
// join a list are; figures, and the comma before the last of a list, are those of the person's own locale.

const NUMBER = new Intl.NumberFormat()
const english = globalThis.navigator?.languages?.find((tag) => /^en\b/i.test(tag)) ?? 'en'
const LIST = new Intl.ListFormat(english, { type: 'conjunction' })

/** In: a whole number. Out: "1,234", or "1.234" for a person in Germany. */
export const formatNumber = (number: number): string => NUMBER.format(number)

/** In: how many, what one is called, and several where it takes more than an s. Out: "1 course", "1,234 people". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** "1 person", "1,234 people". */
export const formatPeople = (count: number): string => formatCount(count, 'person', 'people')

/** In: words or names. Out: "a, b, and c", or "a, b and c" for a person in Britain; empty for none. */
export const formatList = (words: readonly string[]): string => LIST.format(words)
