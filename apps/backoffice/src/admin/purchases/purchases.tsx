import { PURCHASE_TOASTS } from '@rookies/data/purchases/messages'
import {
  PURCHASES_PAGE_SIZE,
  parsePurchaseParams,
  purchaseFilter,
  purchasesQuery,
} from '@rookies/data/purchases/purchase-list'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useBackend } from '../../app/backend'
import { ExportButton } from '../../app/export/export-button'
import { pageNumber, useAddressState } from '../../app/use-address-state'
import { useFailureToast } from '../../app/use-failure-toast'
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
  const { client } = useBackend()
  const { pathname } = useLocation()
  const { params, change } = useAddressState()
  const state = parsePurchaseParams(params)
  const page = pageNumber(params.get('page'))
  const query = useQuery(purchasesQuery(client, state, page))
  useFailureToast(query, PURCHASE_TOASTS.listFailed)

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

  const { data } = query
  const lastPage = Math.max(1, Math.ceil((data?.found ?? 0) / PURCHASES_PAGE_SIZE))
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
      <PurchaseCards page={data} failed={query.isError} dimmed={query.isPlaceholderData} />
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
              {data.found === 1 ? '1 purchase' : `${data.found.toLocaleString('en-US')} purchases`}
            </span>
          </VisuallyHidden>
          {data.purchases.length === 0 ? (
            <NoPurchases filtered={Object.values(state).some((value) => value !== '')} />
          ) : (
            <PurchaseRows purchases={data.purchases} dimmed={query.isPlaceholderData} />
          )}
          <Pager label="purchases" page={page} pages={lastPage} to={addressOf} />
        </section>
      )}
    </>
  )
}
