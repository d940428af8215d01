import { ROLES, type Role } from '../access/roles'
import type { Json } from '../database.gen'
import { boolean, list, object, oneOf, string } from '../json'

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
  }
}
