import { DEFAULT_ROLE, roleLabel } from '@rookies/data/access/roles'
import type { InviteState, SentInvite } from '@rookies/data/invites/invite-list'
import type { Withheld } from '@rookies/data/invites/withheld'
import { dayText, momentText, timeLeft } from '@rookies/data/time/moment-text'
import { formatList } from '@rookies/data/wording'
import { Flex } from 'antd'
import { PersonLink } from '../../app/person-link'
import cells from '../../ui/cells.module.css'
import { Email } from '../../ui/email'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge, type StatusTone } from '../../ui/status-badge'
import { InviteActions, type InviteActionsProps } from './invite-actions'

const STATES: Record<InviteState, { label: string; tone: StatusTone }> = {
  ACTIVE: { label: 'Active', tone: 'live' },
  REDEEMED: { label: 'Redeemed', tone: 'plain' },
  EXPIRED: { label: 'Expired', tone: 'draft' },
  CANCELLED: { label: 'Cancelled', tone: 'plain' },
}

interface FactsProps {
  /** Whether there is a column for the sender. A list of the reader's own invites needs none. */
  withInviter: boolean
  /** The current time in milliseconds. */
  now: number
}

type ColumnsProps = FactsProps & Omit<InviteActionsProps, 'invite'>

/** The columns of the invites' list, with actions. */
export function inviteColumns(props: ColumnsProps): RecordColumn<SentInvite>[] {
  return [
    ...inviteFactColumns(props),
    {
      key: 'actions',
      title: 'Actions',
      place: 'corner',
      actions: true,
      width: '8.5rem',
      align: 'right',
      render: (invite) => <InviteActions {...props} invite={invite} />,
    },
  ]
}

/** The columns without actions. */
export function inviteFactColumns({ withInviter, now }: FactsProps): RecordColumn<SentInvite>[] {
  return [
    {
      key: 'email',
      title: 'Email',
      place: 'lead',
      sort: 'email',
      ellipsis: true,
      render: whom,
    },
    {
      key: 'created',
      title: 'Created',
      place: 'left',
      named: true,
      sort: 'created_at',
      width: '10rem',
      ellipsis: true,
      render: ({ created_at, inviter, invited_by_id }) => (
        <span className={cells.fact}>
          <When at={created_at} />
          {withInviter && (
            <span className={cells.second}>
              {' by '}
              {inviter === null ? (
                'a deleted account'
              ) : (
                <PersonLink id={invited_by_id}>{inviter}</PersonLink>
              )}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      place: 'left',
      width: '13rem',
      render: (invite) => (
        <>
          <StatusBadge {...STATES[invite.state]} />{' '}
          <span className={cells.fact}>
            <StateTime invite={invite} now={now} />
          </span>
        </>
      ),
    },
    {
      key: 'expires',
      title: 'Expires',
      place: 'left',
      named: true,
      sort: 'expires_at',
      width: '8rem',
      render: ({ expires_at }) => (
        <span className={cells.fact}>
          <When at={expires_at} />
        </span>
      ),
    },
  ]
}

function whom({ email, role, courses, cohort, withheld, redeemed_by_id }: SentInvite) {
  const gives = [...(cohort === null ? [] : [`Cohort ${cohort}`]), ...courses]
  const names = gives.join(', ') || 'No courses'
  return (
    <>
      <Flex component="span" align="center" gap="small" className={cells.badged} title={email}>
        <PersonLink id={redeemed_by_id}>
          <Email>{email}</Email>
        </PersonLink>
        {role !== DEFAULT_ROLE && <StatusBadge tone="info" label={roleLabel(role)} />}
      </Flex>
      <span className={cells.second} title={names}>
        {names}
      </span>
      {withheld && (
        <p className={cells.fact} style={WHOLE}>
          {withheldNote(withheld)}
        </p>
      )}
    </>
  )
}

/** The warning wraps instead of being cut off. */
const WHOLE = { fontSize: 'var(--text-s)', whiteSpace: 'normal' } as const

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

function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={momentText(at)}>
      {dayText(at)}
    </time>
  )
}

/**
 * Tells staff that an invite's sender no longer has the right to give everything in it
 * (rules/invites#sender-rights).
 */
export function withheldNote({ all, role, courses, cohort }: Withheld): string {
  const things = [
    ...(role ? [`${roleLabel(role)} as a role`] : []),
    ...(cohort ? [`the cohort ${cohort}`] : []),
    ...courses,
  ]
  return all
    ? 'Gives nothing: its sender can no longer invite people. If you resend it, it becomes your invite.'
    : `No longer gives ${formatList(things)}: its sender can't give it any more.`
}
