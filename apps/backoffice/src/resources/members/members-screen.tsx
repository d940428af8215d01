import { useList } from '@refinedev/core'
import {
  MEMBERS_PAGE_SIZE,
  type Member,
  memberFilter,
  memberFilters,
  memberSorters,
  parseMemberParams,
} from '@rookies/data/members/member-list'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { formatPeople } from '@rookies/data/wording'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { keepPreviousData } from '@tanstack/react-query'
import { ChartNoAxesColumn, ListChecks } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { useExportItem } from '../../app/export/use-export-item'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { useAddressState } from '../../app/use-address-state'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyDialog } from '../../ui/lazy-dialog'
import { ListFailed } from '../../ui/list-failed'
import { PageHeader } from '../../ui/page-header'
import { Pager } from '../../ui/pager'
import { inviteListState } from '../invites/invite-address'
import { InviteInput } from '../invites/invite-input'
import { type KeptList, keptListOf, keptListState } from './kept-list'
import { MemberFilters } from './member-filters'
import { MemberList } from './member-list'
import { NoMembers } from './no-members'

/** Fetched when it is first wanted: the list itself shows no form. */
const GrantList = lazyComponent(
  () => import('./grant-list'),
  (module) => module.GrantList,
)

interface MembersScreenProps {
  /** Whether creators can be filtered by and made here (rules/access#creator-choice). */
  withCreators: boolean
  /** The way to what else stands on this screen. */
  views?: ReactNode
  /** Where many are invited. */
  inviteMany: string
  /** Where everybody's progress is, for a panel whose menu does not lead there. */
  analytics?: string
}

/** The members, searched, filtered, sorted and paged by the server; the address holds the state. */
export function MembersScreen({ withCreators, views, inviteMany, analytics }: MembersScreenProps) {
  const mayAnalyse = useMay('analytics', 'read')
  const { params, page, change, pageAddress } = useAddressState()
  const state = parseMemberParams(params)

  const { query, result } = useList<Member>({
    resource: 'profiles',
    pagination: { currentPage: page, pageSize: MEMBERS_PAGE_SIZE },
    filters: memberFilters(state),
    sorters: memberSorters(state),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(MEMBER_TOASTS.listFailed, 'error'),
  })

  const exporting = useExportItem({
    list: 'members',
    filter: memberFilter(state),
  })
  const navigate = useNavigate()
  const mayGrant = useMay('entitlements', 'create')
  const { search, state: place }: { search: string; state: unknown } = useLocation()
  const kept = keptListOf(place)
  const [listing, setListing] = useState(kept !== null)
  const isKept = kept !== null
  const closeList = useCallback(() => {
    setListing(false)
    if (isKept) void navigate({ search }, { replace: true })
  }, [navigate, search, isKept])
  /** The list stays at this place of the history: Back returns to it. */
  const toInvites = async (
    list: KeptList,
    addresses: readonly string[],
    slugs: readonly string[],
  ) => {
    await navigate({ search }, { replace: true, state: keptListState(list) })
    const text = addresses.join('\n')
    await navigate(inviteMany, inviteListState({ text, courses: slugs, day: list.day }))
  }
  const grantList = {
    key: 'grant-list',
    icon: <ListChecks aria-hidden="true" />,
    label: 'Grant to a List…',
    onClick: () => setListing(true),
  }
  const toAnalytics = (path: string) => ({
    key: 'analytics',
    icon: <ChartNoAxesColumn aria-hidden="true" />,
    label: 'Analytics',
    onClick: () => void navigate(path),
  })

  const onSearch = useCallback(
    (text: string) => change({ q: text, page: null }, { replace: true }),
    [change],
  )

  const total = result.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / MEMBERS_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && query.isSuccess && !query.isPlaceholderData) {
    return <Navigate to={pageAddress(1)} replace />
  }

  return (
    <>
      <PageHeader
        title="Members"
        subtitle="Find people, and look after what they may open"
        actions={<InviteInput />}
        running={exporting.running}
        more={[
          ...(mayGrant ? [grantList] : []),
          ...(analytics && mayAnalyse ? [toAnalytics(analytics)] : []),
          ...exporting.items,
        ]}
      />
      {views}
      {listing && (
        <LazyDialog open size="form" title="Grant to a List" onClose={closeList}>
          <GrantList kept={kept} onClose={closeList} onInvite={toInvites} />
        </LazyDialog>
      )}
      <MemberFilters
        state={state}
        withCreators={withCreators}
        onSearch={onSearch}
        onChange={(values) => change({ ...values, page: null })}
      />
      {query.isError && !query.data ? (
        <ListFailed
          title={MEMBER_TOASTS.listFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      ) : (
        <section aria-label="Members" aria-busy={query.isPending || query.isPlaceholderData}>
          <VisuallyHidden>
            <span role="status">{query.data && formatPeople(total)}</span>
          </VisuallyHidden>
          {query.data?.data.length === 0 ? (
            <NoMembers />
          ) : (
            <MemberList
              members={query.data && result.data}
              withCreators={withCreators}
              dimmed={query.isPlaceholderData}
              total={total}
              totalWords={formatPeople(total)}
              query={state}
              onOrder={(sort) => change({ sort, page: null })}
            />
          )}
          <Pager label="members" page={page} pages={lastPage} to={pageAddress} />
        </section>
      )}
    </>
  )
}
