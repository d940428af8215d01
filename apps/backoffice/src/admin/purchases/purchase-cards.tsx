import { money } from '@rookies/data/purchases/money'
import type { PurchaseFigures } from '@rookies/data/purchases/purchase-list'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { Banknote, CircleCheck, Clock, Receipt } from 'lucide-react'
import { StatCard } from '../../ui/stat-card'
import styles from './purchases.module.css'

interface PurchaseCardsProps {
  figures: PurchaseFigures | undefined
  failed: boolean
  /** Another filter's are on their way. */
  dimmed: boolean
}

/** The four figures above the list (rules/purchases#figures); what was earned in two currencies is not added. */
export function PurchaseCards({ figures, failed, dimmed }: PurchaseCardsProps) {
  if (!figures) {
    if (failed) return null
    return (
      <div className={styles.cards} aria-hidden="true">
        {['revenue', 'completed', 'pending', 'total'].map((card) => (
          <Skeleton key={card} className={styles.placeholder} />
        ))}
      </div>
    )
  }
  const sums = figures.revenue.map(({ cents, currency }) => money(cents, currency))
  return (
    <div className={styles.cards} data-dimmed={dimmed || undefined}>
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
      <StatCard icon={Clock} label="Pending" value={figures.pending} note="Waiting for the money" />
      <StatCard icon={Receipt} label="Total Purchases" value={figures.total} note="In any status" />
    </div>
  )
}
