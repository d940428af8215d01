import { useList } from '@refinedev/core'
import {
  COMMUNITIES_PAGE_SIZE,
  communityFilters,
  type ManagedCommunity,
} from '@rookies/data/communities/managed-communities'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import { formatCount } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { MessagesSquare, Plus } from 'lucide-react'
import { useCallback } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { useAddressState } from '../../app/use-address-state'
import { FilterBar } from '../../ui/filter-bar'
import { PageHeader } from '../../ui/page-header'
import { Pager } from '../../ui/pager'
import { ReadList } from '../../ui/read-list'
import { SearchField } from '../../ui/search-field'
import { communityAddress, NEW_COMMUNITY_PARAM } from './community-address'
import { COMMUNITY_COLUMNS } from './community-columns'
import { CommunityDialog } from './community-dialog'

/** `/admin/communities`: all of them, with a form for a new one (rules/communities#community-form). */
export function CommunityList() {
  const mayCreate = useMay('communities', 'create')
  const navigate = useNavigate()
  const { params, page, change, pageAddress } = useAddressState()
  const search = params.get('q')?.trim() ?? ''
  const creating = params.has(NEW_COMMUNITY_PARAM) && mayCreate
  const { query: list } = useList<ManagedCommunity>({
    resource: 'communities',
    pagination: { currentPage: page, pageSize: COMMUNITIES_PAGE_SIZE },
    filters: communityFilters(search),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(COMMUNITY_TOASTS.listFailed, 'error'),
  })

  const onSearch = useCallback(
    (text: string) => change({ q: text, page: null }, { replace: true }),
    [change],
  )
  const create = () => change({ [NEW_COMMUNITY_PARAM]: 'community' })
  const close = useCallback(
    () => change({ [NEW_COMMUNITY_PARAM]: null }, { replace: true }),
    [change],
  )
  const total = list.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / COMMUNITIES_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && list.isSuccess && !list.isPlaceholderData) {
    return <Navigate to={pageAddress(1)} replace />
  }
  const createButton = mayCreate && (
    <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={create}>
      Create Community
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Communities"
        subtitle="Places to talk, and who may be there"
        actions={createButton}
      />
      <FilterBar
        search={<SearchField label="Search communities..." value={search} onSearch={onSearch} />}
      />
      <ReadList
        list="communities"
        label="Communities"
        columns={COMMUNITY_COLUMNS}
        read={{ ...list, data: list.data?.data }}
        failed={COMMUNITY_TOASTS.listFailed.text}
        count={formatCount(total, 'community', 'communities')}
        onOpen={({ id }) => navigate(communityAddress(id))}
        empty={
          <EmptyState
            icon={<MessagesSquare />}
            title={search ? 'No communities found' : 'No communities yet'}
            actions={!search && createButton}
          >
            <p>
              {search
                ? 'Try another word. Communities are found by name and slug.'
                : 'Open the first one: for everybody, for the learners of a course, or by invitation.'}
            </p>
          </EmptyState>
        }
      >
        <Pager label="communities" page={page} pages={lastPage} to={pageAddress} />
      </ReadList>
      {creating && <CommunityDialog onClose={close} />}
    </>
  )
}
