import { type Member, memberName } from '@rookies/data/members/member-list'
import type { MenuProps } from 'antd'
import {
  ChartNoAxesColumn,
  EllipsisVertical,
  KeyRound,
  ShieldOff,
  UserCheck,
  UserPen,
  UserX,
} from 'lucide-react'
import { useMay } from '../../app/may'
import cells from '../../ui/cells.module.css'
import { MenuButton } from '../../ui/menu-button'
import { QuietButton } from '../../ui/quiet-button'

export interface MemberActsProps {
  member: Member
  onCorrect: (member: Member) => void
  onResetFactors: (member: Member) => void
  onDisable: (member: Member) => void
  onManage: (member: Member) => void
  onAnalytics: (member: Member) => void
}

/** What this reader may do about a person. */
export function MemberActs(props: MemberActsProps) {
  const { member, onManage, onAnalytics } = props
  const mayAnalyse = useMay('analytics', 'read')
  const mayGrant = useMay('entitlements', 'create')
  const mayRevoke = useMay('entitlements', 'delete')
  const name = memberName(member)
  const more = useMemberMore(props)
  return (
    <div className={cells.acts}>
      {mayAnalyse && (
        <QuietButton
          icon={<ChartNoAxesColumn aria-hidden="true" />}
          title="Analytics"
          aria-label={`Analytics of ${name}`}
          onClick={() => onAnalytics(member)}
        />
      )}
      {mayGrant && mayRevoke && (
        <QuietButton
          icon={<KeyRound aria-hidden="true" />}
          title="Manage Access"
          aria-label={`Manage Access of ${name}`}
          onClick={() => onManage(member)}
        />
      )}
      {more.length > 0 && (
        <MenuButton
          label={`More about ${name}`}
          icon={<EllipsisVertical aria-hidden="true" />}
          items={more}
        />
      )}
    </div>
  )
}

type MoreProps = Pick<MemberActsProps, 'member' | 'onCorrect' | 'onResetFactors' | 'onDisable'>

/** What is done to an account seldom, as far as this reader may do it. */
export function useMemberMore({ member, onCorrect, onResetFactors, onDisable }: MoreProps) {
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
      onClick: () => onCorrect(member),
    })
  }
  if (mayResetFactors) {
    items.push({
      key: 'factors',
      icon: <ShieldOff aria-hidden="true" />,
      label: 'Reset two-factor sign-in',
      onClick: () => onResetFactors(member),
    })
  }
  if (mayDisable) {
    items.push({
      key: 'disable',
      icon: disabled ? <UserCheck aria-hidden="true" /> : <UserX aria-hidden="true" />,
      label: disabled ? 'Enable account' : 'Disable account',
      danger: !disabled,
      onClick: () => onDisable(member),
    })
  }
  return items
}
