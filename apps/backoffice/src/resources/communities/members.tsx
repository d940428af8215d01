import { useList } from '@refinedev/core'
import type { CommunityDetails } from '@rookies/data/communities/managed-communities'
import {
  COMMUNITY_MEMBERS_PAGE_SIZE,
  type ManagedMember,
  MEMBER_FILTERS,
  type MemberFilter,
  managedMemberFilters,
  parseManagedMemberParams,
} from '@rookies/data/communities/managed-members'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import { formatCount } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { UserPlus, Users } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { useAddressState } from '../../app/use-address-state'
import { FilterBar } from '../../ui/filter-bar'
import { Pager } from '../../ui/pager'
import { ReadList } from '../../ui/read-list'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'
import { AddMember } from './add-member'
import { BanDialog } from './ban-dialog'
import { memberColumns } from './member-columns'
import { useMemberActs } from './use-member-acts'

const FILTER_LABELS: Record<MemberFilter, string> = {
  '': 'All members',
  moderators: 'Moderators',
  banned: 'Banned',
}

/** Who is in a community, searched, narrowed and paged by the server. */
export function Members({ community }: { community: CommunityDetails }) {
  const mayCreate = useMay('community_members', 'create')
  const mayUpdate = useMay('community_members', 'update')
  const { params, page, change, pageAddress } = useAddressState()
  const state = parseManagedMemberParams(params)
  const [adding, setAdding] = useState(false)
  const [doomed, setDoomed] = useState<ManagedMember | null>(null)
  const acts = useMemberActs(community.id)
  const { query: list } = useList<ManagedMember>({
    resource: 'community_members',
    pagination: { currentPage: page, pageSize: COMMUNITY_MEMBERS_PAGE_SIZE },
    filters: managedMemberFilters(community.id, state),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(COMMUNITY_TOASTS.membersFailed, 'error'),
  })

  const onSearch = useCallback(
    (text: string) => change({ q: text, page: null }, { replace: true }),
    [change],
  )
  const closeAdding = useCallback(() => setAdding(false), [])
  const closeBan = useCallback(() => setDoomed(null), [])
  const total = list.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / COMMUNITY_MEMBERS_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && list.isSuccess && !list.isPlaceholderData) {
    return <Navigate to={pageAddress(1)} replace />
  }
  const columns = memberColumns(
    mayUpdate && {
      busy: acts.busy,
      onRole: acts.setRole,
      onBan: (member) => (member.banned ? acts.setBanned(member) : setDoomed(member)),
    },
  )
  const narrowed = state.search !== '' || state.state !== ''
  const add = mayCreate && (
    <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setAdding(true)}>
      Add Member
    </Button>
  )

  return (
    <>
      <FilterBar
        search={<SearchField label="Search members..." value={state.search} onSearch={onSearch} />}
        active={state.state ? 1 : 0}
        acts={add}
      >
        <SelectField
          label="Show"
          value={state.state}
          options={MEMBER_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }))}
          onChange={(value) => change({ state: value, page: null })}
        />
      </FilterBar>
      <ReadList
        list="community_members"
        label="Members"
        columns={columns}
        read={{ ...list, data: list.data?.data }}
        failed={COMMUNITY_TOASTS.membersFailed.text}
        count={formatCount(total, 'person', 'people')}
        empty={
          <EmptyState
            icon={<Users />}
            title={narrowed ? 'No members found' : 'No members yet'}
            actions={
              narrowed && (
                <Button onClick={() => change({ q: null, state: null, page: null })}>
                  Clear filters
                </Button>
              )
            }
          >
            <p>
              {narrowed
                ? 'Try fewer words. People are found by name, email and phone.'
                : community.access === 'INVITE'
                  ? 'It is by invitation: add the first one.'
                  : 'People who may join do so from their list of communities, or you add them.'}
            </p>
          </EmptyState>
        }
      >
        <Pager label="members" page={page} pages={lastPage} to={pageAddress} />
      </ReadList>
      {adding && <AddMember community={community} onClose={closeAdding} />}
      {doomed && (
        <BanDialog
          member={doomed}
          community={community}
          onConfirm={() => {
            acts.setBanned(doomed)
            closeBan()
          }}
          onClose={closeBan}
        />
      )}
    </>
  )
}
