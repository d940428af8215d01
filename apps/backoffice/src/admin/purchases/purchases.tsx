import { useList } from '@refinedev/core'
import { PURCHASE_TOASTS } from '@rookies/data/purchases/messages'
import {
  PURCHASES_PAGE_SIZE,
  type Purchase,
  type PurchasePage,
  parsePurchaseParams,
  purchaseFilter,
  purchaseFilters,
} from '@rookies/data/purchases/purchase-list'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { ExportButton } from '../../app/export/export-button'
import { toast } from '../../app/notification-provider'
import { pageNumber, useAddressState } from '../../app/use-address-state'
import { ListFailed } from '../../ui/list-failed'
import { ListSkeleton } from '../../ui/list-skeleton'
import { PageHeader } from '../../ui/page-header'
import { Pager } from '../../ui/pager'
import { NoPurchases } from './no-purchases'
import { PurchaseCards } from './purchase-cards'
import { PurchaseFilters } from './purchase-filters'
import { PurchaseRows } from './purchase-rows'

/** `/admin/purchases`: what was sold, counted and summed by the server over what the filter finds (rules/purchases#figures). */
export function Purchases() {
  const { pathname } = useLocation()
  const { params, change } = useAddressState()
  const state = parsePurchaseParams(params)
  const page = pageNumber(params.get('page'))
  const { query } = useList<Purchase>({
    resource: 'purchases',
    pagination: { currentPage: page, pageSize: PURCHASES_PAGE_SIZE },
    filters: purchaseFilters(state),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(PURCHASE_TOASTS.listFailed, 'error'),
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

  const data = query.data as PurchasePage | undefined
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / PURCHASES_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && query.isSuccess && !query.isPlaceholderData) {
    return <Navigate to={addressOf(1)} replace />
  }

  return (
    <>
      <PageHeader
        title="Purchases"
        subtitle="What was sold, and to whom"
        actions={<ExportButton list="purchases" filter={purchaseFilter(state)} />}
      />
      <PurchaseCards
        figures={data?.figures}
        failed={query.isError}
        dimmed={query.isPlaceholderData}
      />
      <PurchaseFilters
        state={state}
        onSearch={onSearch}
        onChange={(values) => change({ ...values, page: null })}
      />
      {query.isPending && <ListSkeleton columns={5} />}
      {query.isError && !data && (
        <ListFailed
          title={PURCHASE_TOASTS.listFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {data && (
        <section aria-label="Purchases" aria-busy={query.isPlaceholderData}>
          <VisuallyHidden>
            <span role="status">
              {data.total === 1 ? '1 purchase' : `${data.total.toLocaleString('en-US')} purchases`}
            </span>
          </VisuallyHidden>
          {data.data.length === 0 ? (
            <NoPurchases filtered={Object.values(state).some((value) => value !== '')} />
          ) : (
            <PurchaseRows purchases={data.data} dimmed={query.isPlaceholderData} />
          )}
          <Pager label="purchases" page={page} pages={lastPage} to={addressOf} />
        </section>
      )}
    </>
  )
}
