import type { CommunityDetails } from '@rookies/data/communities/managed-communities'
import {
  COMMUNITY_MEMBER_LIST,
  type ManagedMember,
  MEMBER_FILTERS,
} from '@rookies/data/communities/managed-members'
import { COMMUNITY_MESSAGES } from '@rookies/data/communities/managed-messages'
import { memberName } from '@rookies/data/members/member-list'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import { Button } from 'antd'
import { UserPlus, Users } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useMay } from '../../app/may'
import { ChoiceFilter } from '../../kit/choice-filter'
import { FilterBar } from '../../kit/filter-bar'
import { ListTable } from '../../kit/list-table'
import { Question } from '../../kit/question'
import { useTable } from '../../kit/use-table'
import cells from '../../ui/cells.module.css'
import { SearchField } from '../../ui/search-field'
import { AddMember } from './add-member'
import { memberColumns } from './member-columns'
import { useMemberActions } from './use-member-actions'

const FILTER_LABELS = { moderators: 'Moderators', banned: 'Banned' }

/** The members of a community; the server searches, filters and pages. */
export function Members({ community }: { community: CommunityDetails }) {
  const mayCreate = useMay('community_members', 'create')
  const mayUpdate = useMay('community_members', 'update')
  const [adding, setAdding] = useState(false)
  const [toBan, setToBan] = useState<ManagedMember | null>(null)
  const actions = useMemberActions(community.id)
  const table = useTable(COMMUNITY_MEMBER_LIST, {
    failed: COMMUNITY_MESSAGES.membersFailed,
    filters: { permanent: { community_id: community.id } },
  })
  const { tableProps, filterProps, searchProps, total, active, narrowed } = table

  const closeAdding = useCallback(() => setAdding(false), [])
  const closeBan = useCallback(() => setToBan(null), [])
  const columns = memberColumns(
    mayUpdate && {
      busy: actions.busy,
      onRole: actions.setRole,
      onBan: (member) => (member.banned ? actions.setBanned(member) : setToBan(member)),
    },
  )
  const add = mayCreate && (
    <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setAdding(true)}>
      Add Member
    </Button>
  )

  return (
    <>
      <FilterBar
        search={<SearchField label="Search members..." {...searchProps} />}
        active={active}
        actions={add}
      >
        <ChoiceFilter
          label="Show"
          any="All members"
          options={MEMBER_FILTERS}
          words={(state) => FILTER_LABELS[state]}
          {...filterProps('state')}
        />
      </FilterBar>
      <ListTable
        {...tableProps}
        storedAs="community_members"
        label="Members"
        columns={columns}
        failed={COMMUNITY_MESSAGES.membersFailed.text}
        count={narrowed ? formatPeople(total) : counted(community.members, total)}
        empty={{
          icon: <Users />,
          title: narrowed ? 'No members found' : 'No members yet',
          text: narrowed
            ? 'Try fewer words. You can search by name, email or phone.'
            : community.access === 'INVITE'
              ? 'This community is by invite only. Add the first member.'
              : 'People can join from their list of communities, or you can add them.',
        }}
      />
      {adding && <AddMember community={community} onClose={closeAdding} />}
      {toBan && (
        <Question
          title={`Ban from ${community.name}?`}
          subject={
            <p>
              <strong>{memberName(toBan)}</strong> <span className={cells.fact}>{toBan.email}</span>
            </p>
          }
          confirm="Ban Member"
          danger
          onConfirm={() => {
            actions.setBanned(toBan)
            closeBan()
          }}
          onClose={closeBan}
        >
          <p>
            They can no longer see this community, can't get back in by leaving and joining, and are
            told whom to contact. Their posts stay until someone removes them.
          </p>
        </Question>
      )}
    </>
  )
}

/** Says how many members there are and how many banned people, because the list contains both. */
function counted(members: number, total: number | undefined): string {
  const banned = (total ?? 0) - members
  const people = formatCount(members, 'member', 'members')
  return banned > 0 ? `${people}, ${formatNumber(banned)} banned` : people
}
