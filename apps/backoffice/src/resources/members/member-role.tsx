import {
  assignableRoles,
  DEFAULT_ROLE,
  ROLES,
  type Role,
  roleLabel,
} from '@rookies/data/access/roles'
import { type Member, memberName } from '@rookies/data/members/member-list'
import { useMay } from '../../app/may'
import { SelectField } from '../../ui/select-field'
import { StatusBadge } from '../../ui/status-badge'

export interface MemberRoleProps {
  member: Member
  withCreators: boolean
  onRole: (member: Member, role: Role) => void
}

/** Aligns the select's text with the other texts of the column, because the select has padding. */
const FLUSH = { marginInlineStart: '-11px' }

/** A person's role, as a select for readers who may change roles. */
export function MemberRole({ member, withCreators, onRole }: MemberRoleProps) {
  const maySetRole = useMay('profiles', 'set_role', member)
  const offered = assignableRoles(withCreators)
  if (!maySetRole) {
    return (
      <StatusBadge
        tone={member.role === DEFAULT_ROLE ? 'plain' : 'info'}
        label={roleLabel(member.role)}
      />
    )
  }
  return (
    <div style={FLUSH}>
      <SelectField
        borderless
        label={`Role of ${memberName(member)}`}
        value={member.role}
        options={ROLES.filter((role) => offered.includes(role) || role === member.role).map(
          (value) => ({ value, label: roleLabel(value), disabled: !offered.includes(value) }),
        )}
        onChange={(role) => onRole(member, role)}
      />
    </div>
  )
}
