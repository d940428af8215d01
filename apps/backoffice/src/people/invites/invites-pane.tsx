import { useList } from '@refinedev/core'
import {
  INVITES_PAGE_SIZE,
  inviteFilters,
  inviteListQuery,
  inviteSorters,
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
import { CancelDialog } from './cancel-dialog'
import { InviteFilters } from './invite-filters'
import { InviteRow } from './invite-row'
import { InvitesFailed, InvitesSkeleton, NoInvites } from './invite-states'
import styles from './invites.module.css'
import { LinkDialog } from './link-dialog'
import { useInviteActs } from './use-invite-acts'
import { useNow } from './use-now'

interface InvitesPaneProps {
  /** One's own alone, whoever's else may be read. */
  mine: boolean
  withInviter: boolean
}

/** Invites, searched, filtered, sorted and paged by the server; the address holds the state. */
export function InvitesPane({ mine, withInviter }: InvitesPaneProps) {
  const { pathname } = useLocation()
  const { params, change } = useAddressState()
  const state = inviteListQuery(params)
  const page = pageNumber(params.get('page'))
  const acts = useInviteActs()
  const now = useNow()

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
  if (page > lastPage && query.isSuccess && !query.isPlaceholderData) {
    return <Navigate to={addressOf(1)} replace />
  }

  return (
    <>
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
          {result.data.length === 0 ? (
            <NoInvites filtered={state.search !== '' || state.state !== ''} />
          ) : (
            <>
              <p className={styles.total} aria-hidden="true">
                {count(total)}
              </p>
              <ul className={styles.list} data-dimmed={query.isPlaceholderData || undefined}>
                {result.data.map((invite) => (
                  <InviteRow
                    key={invite.id}
                    invite={invite}
                    withInviter={withInviter}
                    now={now}
                    resending={acts.resending === invite.id}
                    onCopy={() => acts.copy(invite)}
                    onResend={() => acts.resend(invite)}
                    onCancel={() => acts.ask(invite)}
                  />
                ))}
              </ul>
            </>
          )}
          <Pager label="invites" page={page} pages={lastPage} to={addressOf} />
        </section>
      )}
      <CancelDialog
        invite={acts.asked}
        busy={acts.busy}
        onConfirm={acts.confirm}
        onClose={acts.close}
      />
      <LinkDialog link={acts.link} onClose={acts.closeLink} />
    </>
  )
}

function count(total: number): string {
  return total === 1 ? '1 invite' : `${total.toLocaleString('en-US')} invites`
}
