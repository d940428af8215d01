import { ROLES, type Role, roleLabel } from '../access/roles'
import type { Json } from '../database.gen'
import { boolean, list, object, oneOf, string } from '../json'
import { formatList } from '../wording'

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
  if (json === null || json === undefined) return null
  const row = object(json)
  return {
    all: boolean(row.all),
    role: row.role === null ? null : oneOf(ROLES, row.role),
    courses: list(row.courses).map(string),
  }
}

const things = ({ role, courses }: Withheld) =>
  formatList([...courses, ...(role ? [`the role ${roleLabel(role)}`] : [])])

/** What the invited person reads. */
export function withheldNotice(withheld: Withheld): string {
  return withheld.all
    ? 'The person who sent this invite can no longer invite people, so it opens nothing any more. Please ask for a new one.'
    : `No longer part of it, because the person who sent it could not give it any more: ${things(withheld)}.`
}

/** What staff read in a list. */
export function withheldNote(withheld: Withheld): string {
  return withheld.all
    ? 'Gives nothing: its sender can no longer invite. Resent by you, it is yours.'
    : `No longer gives ${things(withheld)}: its sender could not.`
}
