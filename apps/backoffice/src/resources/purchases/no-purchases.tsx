import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Receipt } from 'lucide-react'

/** Nothing was sold, or nothing that the filter finds. */
export function NoPurchases({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState icon={<Receipt />} title="No purchases found">
      <p>
        {filtered
          ? 'Try adjusting your search or filters. Purchases are found by name, email and Ref.'
          : 'Purchases appear here as soon as the payment provider reports them, or you record one.'}
      </p>
    </EmptyState>
  )
}
