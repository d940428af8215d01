import { ROLES, type Role, roleLabel } from '../access/roles'
import type { Json } from '../database.gen'
import { boolean, list, object, oneOf, string, stringOrNull } from '../json'
import { formatList } from '../wording'

/**
 * The part of an invite that it no longer gives, because its sender has lost the right to give it
 * (rules/invites#sender-rights).
 */
export interface Withheld {
  /** Whether the sender may no longer invite at all, so that the invite gives nothing. */
  all: boolean
  /** The withheld role; null if it is given, or if the invite names none. */
  role: Role | null
  /** Titles. */
  courses: string[]
  /** The title of the withheld cohort; null if it is given, or if the invite names none. */
  cohort: string | null
}

/**
 * Parses the answer of `invite_withheld()`; returns null if nothing is withheld. Throws DataError `MALFORMED` for data
 * of another shape.
 */
export function parseWithheld(json: Json | undefined): Withheld | null {
  if (!json) return null
  const row = object(json)
  return {
    all: boolean(row.all),
    role: row.role ? oneOf(ROLES, row.role) : null,
    courses: list(row.courses).map(string),
    cohort: stringOrNull(row.cohort),
  }
}

/** Returns what the invited person reads about the withheld part. */
export function withheldNotice({ all, role, courses, cohort }: Withheld): string {
  const things = [
    ...courses,
    ...(cohort ? [`the cohort ${cohort}`] : []),
    ...(role ? [`the role ${roleLabel(role)}`] : []),
  ]
  return all
    ? 'The person who sent this invite can no longer invite people, so it no longer gives access. Please ask for a new one.'
    : `No longer included, because the person who sent the invite can't give it any more: ${formatList(things)}.`
}
