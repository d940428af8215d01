import { listExport } from '@rookies/data/lists/filter-args'
import {
  PURCHASE_LIST,
  PURCHASE_MESSAGES,
  type Purchase,
} from '@rookies/data/purchases/purchase-list'
import { formatCount } from '@rookies/data/wording'
import { Button } from 'antd'
import { Plus, Receipt } from 'lucide-react'
import { useCallback, useState } from 'react'
import { ExportButton } from '../../app/export/export-button'
import { useMay } from '../../app/may'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListTable } from '../../kit/list-table'
import { useCreateDialog } from '../../kit/use-create-dialog'
import { useTable } from '../../kit/use-table'
import { PageHeader } from '../../ui/page-header'
import { PurchaseCards } from './cards'
import { purchaseColumns } from './columns'
import { PurchaseFilters } from './filters'
import { PurchaseNotices } from './notices'

/** The code of the dialog loads when the dialog is first opened. */
const RecordPurchase = lazyDialog(
  () => import('./record-purchase'),
  (module) => module.RecordPurchase,
  { title: 'Record Purchase', size: 'form' },
)
const AssignDialog = lazyDialog(
  () => import('./assign-dialog'),
  (module) => module.AssignDialog,
  { title: 'Give to a Member', size: 'form' },
)
const RefundDialog = lazyDialog(
  () => import('./refund-dialog'),
  (module) => module.RefundDialog,
  { title: 'Refund purchase?' },
)

/**
 * `/admin/purchases`: purchases with figures that the server computes over all matches of the filters
 * (rules/purchases#figures).
 */
export function PurchaseList() {
  const table = useTable(PURCHASE_LIST, { failed: PURCHASE_MESSAGES.listFailed })
  const { tableProps, tableQuery, page, values, total, narrowed } = table
  const recording = useCreateDialog('purchases', 'purchase')
  const mayRefund = useMay('purchases', 'refund')
  const mayAssign = useMay('purchases', 'assign')
  const [refunded, setRefunded] = useState<Purchase | null>(null)
  const [assigned, setAssigned] = useState<Purchase | null>(null)
  const closeRefund = useCallback(() => setRefunded(null), [])
  const closeAssigning = useCallback(() => setAssigned(null), [])
  const columns = purchaseColumns({
    onAssign: mayAssign ? setAssigned : null,
    onRefund: mayRefund ? setRefunded : null,
  })

  return (
    <>
      <PageHeader
        title="Purchases"
        subtitle="What was sold, and to whom"
        actions={
          <>
            <ExportButton {...listExport(PURCHASE_LIST, values)} />
            {recording.mayCreate && (
              <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={recording.open}>
                Record Purchase
              </Button>
            )}
          </>
        }
      />
      {recording.isOpen && <RecordPurchase onClose={recording.close} />}
      {assigned && <AssignDialog purchase={assigned} onClose={closeAssigning} />}
      {refunded && <RefundDialog purchase={refunded} onClose={closeRefund} />}
      {page && <PurchaseNotices notices={page.notices} />}
      <PurchaseCards
        figures={page?.figures}
        failed={tableQuery.isError}
        dimmed={tableQuery.isPlaceholderData}
      />
      <PurchaseFilters table={table} />
      <ListTable
        {...tableProps}
        storedAs="purchases"
        label="Purchases"
        columns={columns}
        failed={PURCHASE_MESSAGES.listFailed.text}
        count={formatCount(total, 'purchase')}
        empty={{
          icon: <Receipt />,
          title: 'No purchases found',
          text: narrowed
            ? 'Try adjusting your search or filters. You can search by name, email or Ref.'
            : 'Purchases appear here as soon as the payment provider reports them or you record one.',
        }}
      />
    </>
  )
}
