import { type Member, memberName } from '@rookies/data/members/member-list'
import { memberSince } from '@rookies/data/time/moment-text'
import { formatCount } from '@rookies/data/wording'
import { Flex } from 'antd'
import { ChartNoAxesColumn, EllipsisVertical, KeyRound } from 'lucide-react'
import { PersonCell } from '../../kit/person-cell'
import cells from '../../ui/cells.module.css'
import { MenuButton } from '../../ui/menu-button'
import { QuietButton } from '../../ui/quiet-button'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'
import { MemberRole, type MemberRoleProps } from './member-role'
import { type MemberMoreProps, useMemberMore } from './use-member-more'

interface MemberActionsProps extends MemberMoreProps {
  /** Opens the dialog for a member's access; null for readers who may not manage access. */
  onManage: ((member: Member) => void) | null
  onAnalytics: ((member: Member) => void) | null
}

type ColumnsProps = Omit<MemberActionsProps & MemberRoleProps, 'member'>

/** The columns of the members' list, with the actions that the person may use. */
export function memberColumns(props: ColumnsProps): RecordColumn<Member>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      place: 'lead',
      sort: 'name',
      ellipsis: true,
      render: (member) => (
        <PersonCell person={member}>
          {member.disabled_at !== null && <StatusBadge tone="draft" label="Disabled" />}
        </PersonCell>
      ),
    },
    {
      key: 'joined',
      title: 'Joined',
      place: 'left',
      named: true,
      sort: 'created_at',
      width: '8rem',
      render: ({ created_at }) => (
        <time className={cells.fact} dateTime={created_at}>
          {memberSince(created_at)}
        </time>
      ),
    },
    {
      key: 'courses',
      title: 'Courses',
      place: 'right',
      width: '7rem',
      render: ({ courses }) => <span className={cells.fact}>{courseCount(courses)}</span>,
    },
    {
      key: 'role',
      title: 'Role',
      place: 'left',
      width: '10rem',
      render: (member) => <MemberRole {...props} member={member} />,
    },
    {
      key: 'actions',
      title: 'Actions',
      place: 'right',
      actions: true,
      width: '8.5rem',
      align: 'right',
      render: (member) => <MemberActions {...props} member={member} />,
    },
  ]
}

function courseCount(count: number): string {
  return count === 0 ? 'No courses' : formatCount(count, 'course')
}

/** The buttons and the menu on a member's row. */
function MemberActions(props: MemberActionsProps) {
  const { member, onManage, onAnalytics } = props
  const name = memberName(member)
  const more = useMemberMore(props)
  return (
    <Flex justify="flex-end" className={cells.actions}>
      {onAnalytics && (
        <QuietButton
          icon={<ChartNoAxesColumn aria-hidden="true" />}
          title="Analytics"
          aria-label={`Analytics of ${name}`}
          onClick={() => onAnalytics(member)}
        />
      )}
      {onManage && (
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
    </Flex>
  )
}
