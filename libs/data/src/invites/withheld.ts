import { ROLES, type Role } from '../access/roles'
import type { Json } from '../database.gen'
import { boolean, list, object, oneOf, string } from '../json'

/** What an invite names and does not give any more, because its sender could not (rules/invites#sender-rights). */
export interface Withheld {
  /** Its sender may not invite at all any more: it gives nothing. */
  all: boolean
  /** The role that it named; null when that is given, or none was named. */
  role: Role | null
  /** Titles. */
  courses: string[]
}

/** Reads `invite_withheld()`; null when nothing is withheld. Throws DataError `MALFORMED` when it is something else. */
export function parseWithheld(json: Json | undefined): Withheld | null {
  if (!json) return null
  const row = object(json)
  return {
    all: boolean(row.all),
    role: row.role ? oneOf(ROLES, row.role) : null,
    courses: list(row.courses).map(string),
  }
}
