import { roleLabel } from '@rookies/data/access/roles'
import type { Withheld } from '@rookies/data/invites/withheld'
import { formatList } from '@rookies/data/wording'

/**
 * Tells staff that an invite's sender no longer has the right to give everything in it
 * (rules/invites#sender-rights).
 */
export function withheldNote({ all, role, courses }: Withheld): string {
  const things = role ? [`${roleLabel(role)} as a role`, ...courses] : courses
  return all
    ? 'Gives nothing: its sender can no longer invite. Resent by you, it is yours.'
    : `No longer gives ${formatList(things)}: its sender could not.`
}
