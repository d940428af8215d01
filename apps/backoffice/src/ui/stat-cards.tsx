import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { Card } from 'antd'
import type { ReactNode } from 'react'
import styles from './stat-cards.module.css'

interface StatCardsProps {
  /** The cards; left out while the figures load. */
  children?: ReactNode
  /** Number of placeholders while the figures load. */
  count: number
  /** Set while other figures load. */
  dimmed?: boolean
}

/** A row of cards with figures above a screen. */
export function StatCards({ children, count, dimmed = false }: StatCardsProps) {
  const scrolls = useMatchMedia('(max-width: 40rem)')
  const waiting = Array.from({ length: count }, (_, i) => i)
  return (
    <div
      className={styles.cards}
      data-dimmed={dimmed || undefined}
      // With the arrow keys the line scrolls.
      {...(scrolls && { role: 'group', 'aria-label': 'Figures', tabIndex: 0 })}
    >
      {children ?? waiting.map((card) => <Card key={card} loading aria-hidden="true" />)}
    </div>
  )
}
