import type { BaseKey } from '@refinedev/core'
import { isCommunityModerator, type ManagedMember } from '@rookies/data/communities/managed-members'
import { memberName } from '@rookies/data/members/member-list'
import { memberSince } from '@rookies/data/time/moment-text'
import { Button } from 'antd'
import { PersonCell } from '../../kit/person-cell'
import cells from '../../ui/cells.module.css'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'

interface ColumnsProps {
  /** Id of the person whose change is pending. */
  busy: BaseKey | undefined
  onRole: (member: ManagedMember) => void
  onBan: (member: ManagedMember) => void
}

/**
 * The columns of a community's members (rules/communities#community-form). `actions` is false for people who may
 * not act on members.
 */
export function memberColumns(actions: ColumnsProps | false): RecordColumn<ManagedMember>[] {
  const facts: RecordColumn<ManagedMember>[] = [
    {
      key: 'name',
      title: 'Name',
      place: 'lead',
      ellipsis: true,
      render: (member) => <PersonCell person={member} />,
    },
    {
      key: 'standing',
      title: 'Status',
      place: 'left',
      width: '8rem',
      render: (member) => (
        <>
          {isCommunityModerator(member) && <StatusBadge tone="info" label="Moderator" />}
          {member.banned && <StatusBadge tone="draft" label="Banned" />}
        </>
      ),
    },
    {
      key: 'joined',
      title: 'Joined',
      place: 'left',
      width: '10rem',
      named: true,
      render: ({ joined_at }) => (
        <time className={cells.fact} dateTime={joined_at}>
          {memberSince(joined_at)}
        </time>
      ),
    },
  ]
  return actions ? [...facts, actionsColumn(actions)] : facts
}

function actionsColumn({ busy, onRole, onBan }: ColumnsProps): RecordColumn<ManagedMember> {
  return {
    key: 'actions',
    title: 'Actions',
    actions: true,
    width: '13rem',
    align: 'right',
    render: (member) => {
      const name = memberName(member)
      const moderates = isCommunityModerator(member)
      return (
        <span>
          {(moderates || !member.banned) && (
            <Button
              size="small"
              type="text"
              disabled={busy === member.id}
              aria-label={moderates ? `Make ${name} a Member` : `Make ${name} a Mod`}
              onClick={() => onRole(member)}
            >
              {moderates ? 'Make Member' : 'Make Mod'}
            </Button>
          )}
          <Button
            size="small"
            type="text"
            danger={!member.banned}
            disabled={busy === member.id}
            aria-label={`${member.banned ? 'Unban' : 'Ban'} ${name}`}
            onClick={() => onBan(member)}
          >
            {member.banned ? 'Unban' : 'Ban'}
          </Button>
        </span>
      )
    },
  }
}
