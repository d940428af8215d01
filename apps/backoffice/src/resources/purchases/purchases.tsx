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
import { formatCount } from '@rookies/data/wording'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { ExportButton } from '../../app/export/export-button'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { useAddressState } from '../../app/use-address-state'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyDialog } from '../../ui/lazy-dialog'
import { PageHeader } from '../../ui/page-header'
import { Pager } from '../../ui/pager'
import { ReadList } from '../../ui/read-list'
import { NoPurchases } from './no-purchases'
import { PurchaseCards } from './purchase-cards'
import { purchaseColumns } from './purchase-columns'
import { PurchaseFilters } from './purchase-filters'
import { PurchaseNotices } from './purchase-notices'

/** Fetched when they are first wanted: the list itself shows no form. */
const RecordPurchase = lazyComponent(
  () => import('./record-purchase'),
  (module) => module.RecordPurchase,
)
const AssignDialog = lazyComponent(
  () => import('./assign-dialog'),
  (module) => module.AssignDialog,
)
const RefundDialog = lazyComponent(
  () => import('./refund-dialog'),
  (module) => module.RefundDialog,
)

/** `/admin/purchases`: what was sold, counted and summed by the server over what the filter finds (rules/purchases#figures). */
export function Purchases() {
  const { params, page, change, pageAddress } = useAddressState()
  const state = parsePurchaseParams(params)
  const { query } = useList<Purchase>({
    resource: 'purchases',
    pagination: { currentPage: page, pageSize: PURCHASES_PAGE_SIZE },
    filters: purchaseFilters(state),
    queryOptions: { placeholderData: keepPreviousData },
    errorNotification: toast(PURCHASE_TOASTS.listFailed, 'error'),
  })

  const mayRecord = useMay('purchases', 'create')
  const mayRefund = useMay('purchases', 'refund')
  const mayAssign = useMay('purchases', 'assign')
  const [recording, setRecording] = useState(false)
  const [refunded, setRefunded] = useState<Purchase | null>(null)
  const [assigned, setAssigned] = useState<Purchase | null>(null)
  const closeRecording = useCallback(() => setRecording(false), [])
  const closeRefund = useCallback(() => setRefunded(null), [])
  const closeAssigning = useCallback(() => setAssigned(null), [])
  const columns = purchaseColumns({
    onAssign: mayAssign ? setAssigned : null,
    onRefund: mayRefund ? setRefunded : null,
  })

  const onSearch = useCallback(
    (text: string) => change({ q: text, page: null }, { replace: true }),
    [change],
  )
  const data = query.data as PurchasePage | undefined
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / PURCHASES_PAGE_SIZE))
  // The list has become shorter than the address remembers.
  if (page > lastPage && query.isSuccess && !query.isPlaceholderData) {
    return <Navigate to={pageAddress(1)} replace />
  }

  return (
    <>
      <PageHeader
        title="Purchases"
        subtitle="What was sold, and to whom"
        actions={
          <>
            <ExportButton list="purchases" filter={purchaseFilter(state)} />
            {mayRecord && (
              <Button
                type="primary"
                icon={<Plus aria-hidden="true" />}
                onClick={() => setRecording(true)}
              >
                Record Purchase
              </Button>
            )}
          </>
        }
      />
      {recording && (
        <LazyDialog open size="form" title="Record Purchase" onClose={closeRecording}>
          <RecordPurchase onClose={closeRecording} />
        </LazyDialog>
      )}
      {assigned && (
        <LazyDialog open size="form" title="Give to a Member" onClose={closeAssigning}>
          <AssignDialog purchase={assigned} onClose={closeAssigning} />
        </LazyDialog>
      )}
      {refunded && (
        <LazyDialog open title="Refund purchase?" onClose={closeRefund}>
          <RefundDialog purchase={refunded} onClose={closeRefund} />
        </LazyDialog>
      )}
      {data && <PurchaseNotices notices={data.notices} />}
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
      <ReadList
        list="purchases"
        label="Purchases"
        columns={columns}
        read={{ ...query, data: data?.data }}
        failed={PURCHASE_TOASTS.listFailed.text}
        count={formatCount(data?.total ?? 0, 'purchase')}
        empty={<NoPurchases filtered={Object.values(state).some((value) => value !== '')} />}
      >
        <Pager label="purchases" page={page} pages={lastPage} to={pageAddress} />
      </ReadList>
    </>
  )
}
