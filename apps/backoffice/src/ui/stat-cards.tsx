import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { Card } from 'antd'
import type { ReactNode } from 'react'
import styles from './stat-cards.module.css'

interface StatCardsProps {
  /** The cards; missing while the figures load. */
  children?: ReactNode
  /** Number of placeholder cards while the figures load. */
  count: number
  /** Whether the first card can show several sums, such as one for each currency. */
  sums?: boolean
  /** Whether the next figures are loading. */
  dimmed?: boolean
}

/** A row of cards with figures at the top of a screen. */
export function StatCards({ children, count, sums = false, dimmed = false }: StatCardsProps) {
  const waiting = Array.from({ length: count }, (_, i) => i)
  return (
    <div className={styles.cards} data-dimmed={dimmed || undefined}>
      {children ??
        waiting.map((card) => (
          <Card key={card} aria-hidden="true" data-sums={(sums && card === 0) || undefined}>
            <div className={styles.waiting}>
              <Skeleton />
              <Skeleton />
              <Skeleton />
            </div>
          </Card>
        ))}
    </div>
  )
}
