import { memberSince } from '@rookies/data/account/member-since'
import type { Member } from '@rookies/data/members/member-list'
import cells from '../../ui/cells.module.css'
import { PersonCell } from '../../ui/person-cell'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'
import { MemberActs, type MemberActsProps } from './member-acts'
import { MemberRole, type MemberRoleProps } from './member-role'

type ColumnsProps = Omit<MemberActsProps & MemberRoleProps, 'member'>

/** What the list tells of a person, and what this reader may do about them. */
export function memberColumns(props: ColumnsProps): RecordColumn<Member>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      place: 'lead',
      sort: { ascend: 'name', descend: '-name' },
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
      sort: { ascend: 'oldest', descend: '' },
      width: '8rem',
      render: ({ created_at }) => <span className={cells.fact}>{memberSince(created_at)}</span>,
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
      key: 'acts',
      title: 'Actions',
      place: 'right',
      acts: true,
      width: '8.5rem',
      align: 'right',
      render: (member) => <MemberActs {...props} member={member} />,
    },
  ]
}

function courseCount(count: number): string {
  if (count === 0) return 'No courses'
  return count === 1 ? '1 course' : `${count} courses`
}
