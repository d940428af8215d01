import { useList } from '@refinedev/core'
import {
  MEMBERS_PAGE_SIZE,
  type Member,
  memberFilters,
  memberSorters,
  parseMemberParams,
} from '@rookies/data/members/member-list'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { keepPreviousData } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { ExportButton } from '../app/export/export-button'
import { useMay } from '../app/may'
import { toast } from '../app/notification-provider'
import { pageNumber, useAddressState } from '../app/use-address-state'
import { LinkButton } from '../ui/link-button'
import { PageHeader } from '../ui/page-header'
import { Pager } from '../ui/pager'
import { InviteInput } from './invites/invite-input'
import { MemberFilters } from './member-filters'
import { MemberList } from './member-list'
import { MembersFailed, MembersSkeleton, NoMembers } from './member-states'

interface MembersScreenProps {
  /** Whether creators can be filtered by and made here (rules/access#creator-choice). */
  withCreators: boolean
  /** The way to what else stands on this screen. */
  views?: ReactNode
  /** Where everybody's progress is, for a panel whose menu does not lead there. */
  analytics?: string
}

/** The members, searched, filtered, sorted and paged by the server; the address holds the state. */
export function MembersScreen({ withCreators, views, analytics }: MembersScreenProps) {
  const mayAnalyse = useMay('analytics', 'read')
  const { pathname } = useLocation()
  const { params, change } = useAddressState()
  const state = parseMemberParams(params)
  const page = pageNumber(params.get('page'))

  const { query, result } = useList<Member>({
    resource: 'profiles',
    pagination: { currentPage: page, pageSize: MEMBERS_PAGE_SIZE },
    filters: memberFilters(state),
    sorters: memberSorters(state),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(MEMBER_TOASTS.listFailed, 'error'),
  })

  const onSearch = useCallback(
    (text: string) => change({ q: text, page: null }, { replace: true }),
    [change],
  )

  const addressOf = (number: number) => {
    const target = new URLSearchParams(params)
    if (number === 1) target.delete('page')
    else target.set('page', String(number))
    return { pathname, search: target.toString() }
  }

  const total = result.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / MEMBERS_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && query.isSuccess && !query.isPlaceholderData) {
    return <Navigate to={addressOf(1)} replace />
  }

  return (
    <>
      <PageHeader
        title="Members"
        subtitle="Find people, and look after what they may open"
        actions={
          <>
            {analytics && mayAnalyse && (
              <LinkButton to={analytics} icon={<ChartNoAxesColumn aria-hidden="true" />}>
                Analytics
              </LinkButton>
            )}
            <ExportButton
              list="members"
              filter={{ search: state.search, role: state.role, state: state.state }}
            />
            <InviteInput />
          </>
        }
      />
      {views}
      <MemberFilters
        state={state}
        withCreators={withCreators}
        onSearch={onSearch}
        onChange={(values) => change({ ...values, page: null })}
      />
      {query.isPending && <MembersSkeleton />}
      {query.isError && !query.data && (
        <MembersFailed retrying={query.isFetching} onRetry={() => query.refetch()} />
      )}
      {query.data && (
        <section aria-label="Members" aria-busy={query.isPlaceholderData}>
          <VisuallyHidden>
            <span role="status">{count(total)}</span>
          </VisuallyHidden>
          {result.data.length === 0 ? (
            <NoMembers />
          ) : (
            <MemberList
              members={result.data}
              withCreators={withCreators}
              dimmed={query.isPlaceholderData}
              total={total}
              totalWords={count(total)}
              query={state}
            />
          )}
          <Pager label="members" page={page} pages={lastPage} to={addressOf} />
        </section>
      )}
    </>
  )
}

function count(total: number): string {
  return total === 1 ? '1 person' : `${total.toLocaleString('en-US')} people`
}
