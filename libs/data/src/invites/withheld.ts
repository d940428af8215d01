import { ROLES, roleLabel } from '../access/roles'
import { type Answer, among, boolean, listOf, orNull, shape, string } from '../json'
import { formatList } from '../wording'

const parseWithheldPart = shape({
  /** Whether the sender may not invite at all any more, so that the invite has no effect. */
  all: boolean,
  /** The role that is not given; null if it is given or the invite contains none. */
  role: orNull(among(ROLES)),
  /** The titles of the courses that are not given. */
  courses: listOf(string),
  /** The title of the cohort that the person does not join; null if the person joins it or the invite contains none. */
  cohort: orNull(string),
})
/**
 * The part of an invite that it no longer gives, because its sender has lost the right to give it
 * (rules/invites#sender-rights).
 */
export type Withheld = Answer<typeof parseWithheldPart>

/** Parses the answer of `invite_withheld()`; null if everything is given. */
export const parseWithheld = orNull(parseWithheldPart)

/** Returns the sentence that tells the invited person what is not given. */
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
