import type { Json } from '../database.gen'
import { list, number, object, string } from '../json'
import { formatList, formatNumber, formatPeople } from '../wording'

/** How many people or things an act concerns, and up to three of their names. */
export interface NameSummary {
  count: number
  /** Null if the caller may not read names. */
  names: string[] | null
}

/** Parses `{count, names}` of the impact functions. Throws DataError `MALFORMED` for data of another shape. */
export function parseNameSummary(json: Json | undefined): NameSummary {
  const { count, names } = object(json)
  return {
    count: number(count),
    names: names === null || names === undefined ? null : list(names).map(string),
  }
}

/** Returns "Ada, Alan, Grace, and 9 more"; an empty text if no name is known (rules/members#touched). */
export function namesOf({ count, names }: NameSummary): string {
  if (names === null || names.length === 0) return ''
  const rest = count - names.length
  return formatList(rest > 0 ? [...names, `${formatNumber(rest)} more`] : names)
}

/**
 * Returns a sentence such as "12 people lose this course: Ada, Alan, Grace, and 9 more." `one` and `many` are the
 * predicates for one person and for several.
 */
export function peopleSentence(people: NameSummary, one: string, many: string): string {
  const names = namesOf(people)
  return `${formatPeople(people.count)} ${people.count === 1 ? one : many}${names && `: ${names}`}.`
}
