import {
  assignableRoles,
  DEFAULT_ROLE,
  ROLES,
  type Role,
  roleLabel,
} from '@rookies/data/access/roles'
import { memberSince } from '@rookies/data/account/member-since'
import { type Member, memberName } from '@rookies/data/members/member-list'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { Button, Checkbox, type MenuProps } from 'antd'
import {
  ChartNoAxesColumn,
  EllipsisVertical,
  KeyRound,
  ShieldOff,
  UserCheck,
  UserPen,
  UserX,
} from 'lucide-react'
import { useMay } from '../app/may'
import { MenuButton } from '../ui/menu-button'
import { SelectField } from '../ui/select-field'
import { StatusBadge } from '../ui/status-badge'
import styles from './member-list.module.css'

interface MemberRowProps {
  member: Member
  withCreators: boolean
  selected: boolean
  /** Left out for people who may not act on many at once. */
  onSelect?: ((on: boolean) => void) | undefined
  onRole: (role: Role) => void
  onCorrect: () => void
  onResetFactors: () => void
  onDisable: () => void
  onManage: () => void
  onAnalytics: () => void
}

/** One person, and what this reader may do about them. */
export function MemberRow(props: MemberRowProps) {
  const { member, withCreators, selected, onSelect, onRole, onManage, onAnalytics } = props
  const maySetRole = useMay('profiles', 'set_role', member)
  const mayAnalyse = useMay('analytics', 'read')
  const mayGrant = useMay('entitlements', 'create')
  const mayRevoke = useMay('entitlements', 'delete')
  const name = memberName(member)
  const disabled = member.disabled_at !== null
  const offered = assignableRoles(withCreators)
  const more = useMore(props)
  return (
    <li className={onSelect ? `${styles.row} ${styles.selectable}` : styles.row}>
      {onSelect && (
        <Checkbox
          className={styles.check}
          checked={selected}
          aria-label={`Select ${name}`}
          onChange={({ target }) => onSelect(target.checked)}
        />
      )}
      <Avatar name={member.name} email={member.email} />
      <div className={styles.who}>
        <p className={styles.name}>
          {name}
          {disabled && <StatusBadge tone="draft" label="Disabled" />}
        </p>
        <p className={styles.email}>{member.email}</p>
      </div>
      <p className={styles.fact}>
        {`Joined ${memberSince(member.created_at)}`}
        <span className={styles.courses}>{courses(member.courses)}</span>
      </p>
      <div className={styles.role}>
        {maySetRole ? (
          <SelectField
            label={`Role of ${name}`}
            value={member.role}
            options={ROLES.filter((role) => offered.includes(role) || role === member.role).map(
              (value) => ({
                value,
                label: roleLabel(value),
                disabled: !offered.includes(value),
              }),
            )}
            onChange={onRole}
          />
        ) : (
          <StatusBadge
            tone={member.role === DEFAULT_ROLE ? 'plain' : 'info'}
            label={roleLabel(member.role)}
          />
        )}
      </div>
      <div className={styles.acts}>
        {mayAnalyse && (
          <Button
            icon={<ChartNoAxesColumn aria-hidden="true" />}
            aria-label={`Analytics of ${name}`}
            onClick={onAnalytics}
          >
            Analytics
          </Button>
        )}
        {mayGrant && mayRevoke && (
          <Button
            icon={<KeyRound aria-hidden="true" />}
            aria-label={`Manage Access of ${name}`}
            onClick={onManage}
          >
            Manage Access
          </Button>
        )}
        {more.length > 0 && (
          <MenuButton
            label={`More about ${name}`}
            icon={<EllipsisVertical aria-hidden="true" />}
            items={more}
          />
        )}
      </div>
    </li>
  )
}

/** What is done to an account seldom, as far as this reader may do it. */
function useMore({ member, onCorrect, onResetFactors, onDisable }: MemberRowProps) {
  const mayCorrect = useMay('profiles', 'correct', member)
  const mayResetFactors = useMay('profiles', 'reset_factors', member)
  const mayDisable = useMay('profiles', 'disable', member)
  const disabled = member.disabled_at !== null
  const items: NonNullable<MenuProps['items']> = []
  if (mayCorrect) {
    items.push({
      key: 'correct',
      icon: <UserPen aria-hidden="true" />,
      label: 'Correct email or phone',
      onClick: onCorrect,
    })
  }
  if (mayResetFactors) {
    items.push({
      key: 'factors',
      icon: <ShieldOff aria-hidden="true" />,
      label: 'Reset two-factor sign-in',
      onClick: onResetFactors,
    })
  }
  if (mayDisable) {
    items.push({
      key: 'disable',
      icon: disabled ? <UserCheck aria-hidden="true" /> : <UserX aria-hidden="true" />,
      label: disabled ? 'Enable account' : 'Disable account',
      danger: !disabled,
      onClick: onDisable,
    })
  }
  return items
}

function courses(count: number): string {
  if (count === 0) return 'No courses'
  return count === 1 ? '1 course' : `${count} courses`
}
