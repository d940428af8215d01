import type { Json } from '../database.gen'
import { list, number, object, string } from '../json'

/** How many people or things an act touches, and up to three names of them. */
export interface Named {
  count: number
  /** Null where the caller may not read names. */
  names: string[] | null
}

/** Reads `{count, names}` of the impact functions; throws DataError `MALFORMED` when it is something else. */
export function parseNamed(json: Json | undefined): Named {
  const { count, names } = object(json)
  return {
    count: number(count),
    names: names === null || names === undefined ? null : list(names).map(string),
  }
}

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const NUMBER = new Intl.NumberFormat('en-US')

/** "Ada, Alan, Grace and 9 more"; empty where no name is known (rules/members#touched). */
export function namesOf({ count, names }: Named): string {
  if (names === null || names.length === 0) return ''
  const rest = count - names.length
  return AND.format(rest > 0 ? [...names, `${NUMBER.format(rest)} more`] : names)
}

/**
 * A sentence about people: "12 people lose this course: Ada, Alan, Grace and 9 more."
 * In: what one person does, and what several do.
 */
export function peopleSentence(people: Named, one: string, many: string): string {
  const names = namesOf(people)
  return `${peopleCount(people.count)} ${people.count === 1 ? one : many}${names && `: ${names}`}.`
}

/** "1 person", "12 people". */
export const peopleCount = (count: number): string =>
  `${NUMBER.format(count)} ${count === 1 ? 'person' : 'people'}`

/** Words as a list: "a, b and c". */
export const listed = (words: readonly string[]): string => AND.format(words)
