import type { Json } from '../database.gen'
import { list, number, object, string } from '../json'
import { formatList, formatNumber, formatPeople } from '../wording'

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

/** "Ada, Alan, Grace, and 9 more"; empty where no name is known (rules/members#touched). */
export function namesOf({ count, names }: Named): string {
  if (names === null || names.length === 0) return ''
  const rest = count - names.length
  return formatList(rest > 0 ? [...names, `${formatNumber(rest)} more`] : names)
}

/**
 * A sentence about people: "12 people lose this course: Ada, Alan, Grace, and 9 more."
 * In: what one person does, and what several do.
 */
export function peopleSentence(people: Named, one: string, many: string): string {
  const names = namesOf(people)
  return `${formatPeople(people.count)} ${people.count === 1 ? one : many}${names && `: ${names}`}.`
}
