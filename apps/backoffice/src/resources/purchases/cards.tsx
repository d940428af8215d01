import { money } from '@rookies/data/money'
import type { PurchaseFigures } from '@rookies/data/purchases/purchase-list'
import { Banknote, CircleCheck, Clock, Receipt } from 'lucide-react'
import { StatCard } from '../../ui/stat-card'
import { StatCards } from '../../ui/stat-cards'

interface PurchaseCardsProps {
  figures: PurchaseFigures | undefined
  failed: boolean
  /** Whether the figures for other filters are loading. */
  dimmed: boolean
}

/** The four figures above the list (rules/purchases#figures). Amounts in different currencies are listed separately. */
export function PurchaseCards({ figures, failed, dimmed }: PurchaseCardsProps) {
  if (!figures) return !failed && <StatCards count={4} sums />
  const sums = figures.revenue.map(({ cents, currency }) => money(cents, currency))
  return (
    <StatCards count={4} dimmed={dimmed}>
      <StatCard
        icon={Banknote}
        label="Total Revenue"
        value={sums.length === 0 ? [money(0, 'USD')] : sums}
        note={sums.length > 1 ? 'Completed, by currency' : 'Completed'}
      />
      <StatCard
        icon={CircleCheck}
        label="Completed"
        value={figures.completed}
        note="Paid in full"
      />
      <StatCard icon={Clock} label="Pending" value={figures.pending} note="Waiting for payment" />
      <StatCard icon={Receipt} label="Total Purchases" value={figures.total} note="In any status" />
    </StatCards>
  )
}
