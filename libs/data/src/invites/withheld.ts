import { ROLES, roleLabel } from '../access/roles'
import { type Answer, among, boolean, listOf, orNull, shape, string } from '../json'
import { formatList } from '../wording'

const parseWithheldPart = shape({
  /** Whether the sender may no longer invite at all, so that the invite gives nothing. */
  all: boolean,
  /** The withheld role; null if it is given, or if the invite names none. */
  role: orNull(among(ROLES)),
  /** Titles. */
  courses: listOf(string),
  /** The title of the withheld cohort; null if it is given, or if the invite names none. */
  cohort: orNull(string),
})
/**
 * The part of an invite that it no longer gives, because its sender has lost the right to give it
 * (rules/invites#sender-rights).
 */
export type Withheld = Answer<typeof parseWithheldPart>

/** Reads the answer of `invite_withheld()`; null if nothing is withheld. */
export const parseWithheld = orNull(parseWithheldPart)

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
