import { useList } from '@refinedev/core'
import {
  INVITES_PAGE_SIZE,
  inviteFilters,
  inviteSorters,
  parseInviteParams,
  type SentInvite,
} from '@rookies/data/invites/invite-list'
import { INVITE_TOASTS } from '@rookies/data/invites/messages'
import { formatCount } from '@rookies/data/wording'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Navigate } from 'react-router-dom'
import { toast } from '../../app/notification-provider'
import { useAddressState } from '../../app/use-address-state'
import { ListFailed } from '../../ui/list-failed'
import { Pager } from '../../ui/pager'
import { InviteFilters } from './invite-filters'
import { InviteList } from './invite-list'

interface InvitesPaneProps {
  /** One's own alone, also where others may be read. */
  mine: boolean
  withInviter: boolean
}

/** Invites, searched, filtered, sorted and paged by the server; the address holds the state. */
export function InvitesPane({ mine, withInviter }: InvitesPaneProps) {
  const { params, page, change, pageAddress } = useAddressState()
  const state = parseInviteParams(params)

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

  const total = result.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / INVITES_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  const beyond = page > lastPage && query.isSuccess && !query.isPlaceholderData

  return (
    <>
      {beyond && <Navigate to={pageAddress(1)} replace />}
      <InviteFilters
        state={state}
        onSearch={onSearch}
        onChange={(values) => change({ ...values, page: null })}
      />
      {query.isError && !query.data ? (
        <ListFailed
          title={INVITE_TOASTS.listFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      ) : (
        <section aria-label="Invites" aria-busy={query.isPending || query.isPlaceholderData}>
          <VisuallyHidden>
            <span role="status">{query.data && formatCount(total, 'invite')}</span>
          </VisuallyHidden>
          <InviteList
            invites={query.data && result.data}
            query={state}
            onOrder={(sort) => change({ sort, page: null })}
            mine={mine}
            withInviter={withInviter}
            dimmed={query.isPlaceholderData}
            total={total}
            totalWords={formatCount(total, 'invite')}
          />
          <Pager label="invites" page={page} pages={lastPage} to={pageAddress} />
        </section>
      )}
    </>
  )
}
