import type { SentInvite } from '@rookies/data/invites/invite-list'
import { Flex } from 'antd'
import { Ban, EllipsisVertical, Link, Send } from 'lucide-react'
import { useMay } from '../../app/may'
import cells from '../../ui/cells.module.css'
import { MenuButton } from '../../ui/menu-button'
import { QuietButton } from '../../ui/quiet-button'

export interface InviteActionsProps {
  invite: SentInvite
  /** Id of the invite that is being resent. */
  resending: string | null
  onCopy: (invite: SentInvite) => void
  onResend: (invite: SentInvite) => void
  onCancel: (invite: SentInvite) => void
}

/** The buttons for the actions on an invite that the reader may use. */
export function InviteActions({
  invite,
  resending,
  onCopy,
  onResend,
  onCancel,
}: InviteActionsProps) {
  const mayResend = useMay('invites', 'resend', invite)
  const mayCancel = useMay('invites', 'cancel', invite)
  const open = invite.state === 'ACTIVE' || invite.state === 'EXPIRED'
  const items = [
    ...(open && mayResend
      ? [
          {
            key: 'resend',
            icon: <Send aria-hidden="true" />,
            label: 'Resend',
            onClick: () => onResend(invite),
          },
        ]
      : []),
    ...(open && mayCancel
      ? [
          {
            key: 'cancel',
            icon: <Ban aria-hidden="true" />,
            label: 'Cancel invite',
            danger: true,
            onClick: () => onCancel(invite),
          },
        ]
      : []),
  ]
  return (
    <Flex justify="flex-end" className={cells.actions}>
      {invite.token !== null && (
        <QuietButton
          icon={<Link aria-hidden="true" />}
          title="Copy Link"
          aria-label={`Copy Link for ${invite.email}`}
          onClick={() => onCopy(invite)}
        />
      )}
      {invite.state === 'EXPIRED' && items.length > 0 && (
        <QuietButton
          icon={<Send aria-hidden="true" />}
          title="Resend"
          aria-label={`Resend to ${invite.email}`}
          aria-busy={resending === invite.id}
          disabled={resending === invite.id}
          onClick={() => onResend(invite)}
        />
      )}
      {items.length > 0 && (
        <MenuButton
          label={`More about the invite for ${invite.email}`}
          icon={<EllipsisVertical aria-hidden="true" />}
          items={items}
        />
      )}
    </Flex>
  )
}
