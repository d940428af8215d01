import { type Answer, listOf, number, orNull, shape, string } from '../json'
import { formatList, formatNumber, formatPeople } from '../wording'

/** Parses `{count, names}`, which the database functions about impact return. */
export const parseNameSummary = shape({
  count: number,
  /** Null if the caller may not read names. */
  names: orNull(listOf(string)),
})
/** The number of people or things that an action affects, and the names of up to three of them. */
export type NameSummary = Answer<typeof parseNameSummary>

/** Returns names such as "Ada, Alan, Grace, and 9 more"; an empty text if no name is known (rules/members#touched). */
export function namesOf({ count, names }: NameSummary): string {
  if (names === null || names.length === 0) return ''
  const rest = count - names.length
  return formatList(rest > 0 ? [...names, `${formatNumber(rest)} more`] : names)
}

/**
 * Returns a sentence such as "12 people lose this course: Ada, Alan, Grace, and 9 more." `one` and `many` are the verb
 * phrases for one person and for several.
 */
export function peopleText(people: NameSummary, one: string, many: string): string {
  const names = namesOf(people)
  return `${formatPeople(people.count)} ${people.count === 1 ? one : many}${names && `: ${names}`}.`
}
