import { roleLabel } from '../access/roles'
import { formatList } from '../wording'
import type { Withheld } from './withheld'

/** Returns what the invited person reads about the withheld part. */
export function withheldNotice({ all, role, courses }: Withheld): string {
  const things = [...courses, ...(role ? [`the role ${roleLabel(role)}`] : [])]
  return all
    ? 'The person who sent this invite can no longer invite people, so it opens nothing any more. Please ask for a new one.'
    : `No longer part of it, because the person who sent it could not give it any more: ${formatList(things)}.`
}
