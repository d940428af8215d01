import { useList } from '@refinedev/core'
import {
  INVITES_PAGE_SIZE,
  inviteFilters,
  inviteSorters,
  parseInviteParams,
  type SentInvite,
} from '@rookies/data/invites/invite-list'
import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { toast } from '../../app/notification-provider'
import { pageNumber, useAddressState } from '../../app/use-address-state'
import { Pager } from '../../ui/pager'
import { InviteFilters } from './invite-filters'
import { InviteList } from './invite-list'
import { InvitesFailed, InvitesSkeleton } from './invite-states'

interface InvitesPaneProps {
  /** One's own alone, also where others may be read. */
  mine: boolean
  withInviter: boolean
}

/** Invites, searched, filtered, sorted and paged by the server; the address holds the state. */
export function InvitesPane({ mine, withInviter }: InvitesPaneProps) {
  const { pathname } = useLocation()
  const { params, change } = useAddressState()
  const state = parseInviteParams(params)
  const page = pageNumber(params.get('page'))

  const { query, result } = useList<SentInvite>({
    resource: 'invites',
    pagination: { currentPage: page, pageSize: INVITES_PAGE_SIZE },
    filters: inviteFilters(state, mine),
    sorters: inviteSorters(state),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(INVITE_TOASTS.listFailed, 'error'),
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
  const lastPage = Math.max(1, Math.ceil(total / INVITES_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  const beyond = page > lastPage && query.isSuccess && !query.isPlaceholderData

  return (
    <>
      {beyond && <Navigate to={addressOf(1)} replace />}
      <InviteFilters
        state={state}
        onSearch={onSearch}
        onChange={(values) => change({ ...values, page: null })}
      />
      {query.isPending && <InvitesSkeleton />}
      {query.isError && !query.data && (
        <InvitesFailed retrying={query.isFetching} onRetry={() => query.refetch()} />
      )}
      {query.data && (
        <section aria-label="Invites" aria-busy={query.isPlaceholderData}>
          <VisuallyHidden>
            <span role="status">{count(total)}</span>
          </VisuallyHidden>
          <InviteList
            invites={result.data}
            query={state}
            mine={mine}
            withInviter={withInviter}
            dimmed={query.isPlaceholderData}
            total={total}
            totalWords={count(total)}
          />
          <Pager label="invites" page={page} pages={lastPage} to={addressOf} />
        </section>
      )}
    </>
  )
}

function count(total: number): string {
  return total === 1 ? '1 invite' : `${total.toLocaleString('en-US')} invites`
}
