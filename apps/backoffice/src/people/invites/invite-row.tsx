import { DEFAULT_ROLE, roleLabel } from '@rookies/data/access/roles'
import type { InviteState, SentInvite } from '@rookies/data/invites/invite-list'
import { timeLeft } from '@rookies/data/invites/time-left'
import { Button, Checkbox } from 'antd'
import dayjs from 'dayjs'
import { Ban, EllipsisVertical, Link, Send } from 'lucide-react'
import { useMay } from '../../app/may'
import { MenuButton } from '../../ui/menu-button'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'
import styles from './invites.module.css'

const STATES: Record<InviteState, { label: string; tone: StatusTone }> = {
  ACTIVE: { label: 'Active', tone: 'live' },
  REDEEMED: { label: 'Redeemed', tone: 'plain' },
  EXPIRED: { label: 'Expired', tone: 'draft' },
  CANCELLED: { label: 'Cancelled', tone: 'plain' },
}

interface InviteRowProps {
  invite: SentInvite
  /** One's own list needs no sender. */
  withInviter: boolean
  /** The present, in milliseconds. */
  now: number
  resending: boolean
  selected: boolean
  /** Left out for people who may not act on many at once. */
  onSelect?: ((on: boolean) => void) | undefined
  onCopy: () => void
  onResend: () => void
  onCancel: () => void
}

/** One invite, and what this reader may do about it. */
export function InviteRow(props: InviteRowProps) {
  const { invite, withInviter, now, resending, selected, onSelect } = props
  const { onCopy, onResend, onCancel } = props
  const mayResend = useMay('invites', 'resend', invite)
  const mayCancel = useMay('invites', 'cancel', invite)
  const { label, tone } = STATES[invite.state]
  const open = invite.state === 'ACTIVE' || invite.state === 'EXPIRED'
  const items = [
    ...(open && mayResend
      ? [{ key: 'resend', icon: <Send aria-hidden="true" />, label: 'Resend', onClick: onResend }]
      : []),
    ...(open && mayCancel
      ? [
          {
            key: 'cancel',
            icon: <Ban aria-hidden="true" />,
            label: 'Cancel invite',
            danger: true,
            onClick: onCancel,
          },
        ]
      : []),
  ]
  return (
    <li className={onSelect ? `${styles.row} ${styles.selectable}` : styles.row}>
      {onSelect && (
        <Checkbox
          checked={selected}
          aria-label={`Select the invite for ${invite.email}`}
          onChange={({ target }) => onSelect(target.checked)}
        />
      )}
      <div className={styles.who}>
        <p className={styles.email}>
          {invite.email}
          {invite.role !== DEFAULT_ROLE && (
            <StatusBadge tone="info" label={roleLabel(invite.role)} />
          )}
        </p>
        <p className={styles.fact}>{invite.courses.join(', ') || 'No courses'}</p>
      </div>
      <p className={styles.fact}>
        <When label="Created" at={invite.created_at} />
        {withInviter && (
          <span className={styles.inviter}>{`by ${invite.inviter ?? 'a deleted account'}`}</span>
        )}
      </p>
      <div className={styles.state}>
        <StatusBadge tone={tone} label={label} />
        <span className={styles.fact}>
          <StateTime invite={invite} now={now} />
        </span>
        <span className={styles.fact}>
          <When label={isOver(invite, now) ? 'Expired' : 'Expires'} at={invite.expires_at} />
        </span>
      </div>
      <div className={styles.acts}>
        {invite.token !== null && (
          <Button
            icon={<Link aria-hidden="true" />}
            aria-label={`Copy Link for ${invite.email}`}
            onClick={onCopy}
          >
            Copy Link
          </Button>
        )}
        {invite.state === 'EXPIRED' && items.length > 0 && (
          <Button
            icon={<Send aria-hidden="true" />}
            aria-label={`Resend to ${invite.email}`}
            loading={resending}
            onClick={onResend}
          >
            Resend
          </Button>
        )}
        {items.length > 0 && (
          <MenuButton
            label={`More about the invite for ${invite.email}`}
            icon={<EllipsisVertical aria-hidden="true" />}
            items={items}
          />
        )}
      </div>
    </li>
  )
}

function StateTime({ invite, now }: { invite: SentInvite; now: number }) {
  switch (invite.state) {
    case 'ACTIVE':
      return timeLeft(invite.expires_at, now) ?? 'Expiring'
    case 'REDEEMED':
      return <When at={invite.redeemed_at ?? invite.created_at} />
    case 'EXPIRED':
      return null
    case 'CANCELLED':
      return <When at={invite.cancelled_at ?? invite.created_at} />
  }
}

const isOver = ({ expires_at }: SentInvite, now: number) => Date.parse(expires_at) <= now

function When({ label, at }: { label?: string; at: string }) {
  return (
    <time dateTime={at} title={exactly(at)}>
      {[label, dayjs(at).format('MMM D, YYYY')].filter(Boolean).join(' ')}
    </time>
  )
}

const exactly = (at: string) => dayjs(at).format('MMM D, YYYY, HH:mm')
