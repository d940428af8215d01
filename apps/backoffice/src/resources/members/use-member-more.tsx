import type { Member } from '@rookies/data/members/member-list'
import type { MenuProps } from 'antd'
import { ShieldOff, UserCheck, UserPen, UserX } from 'lucide-react'
import { useMay } from '../../app/may'

export interface MemberMoreProps {
  member: Member
  onCorrect: (member: Member) => void
  onResetFactors: (member: Member) => void
  onDisable: (member: Member) => void
}

/** Returns menu items for rare actions on an account that the reader may use. */
export function useMemberMore({ member, onCorrect, onResetFactors, onDisable }: MemberMoreProps) {
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
