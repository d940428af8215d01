import { Card } from 'antd'
import type { ReactNode } from 'react'
import styles from './stat-cards.module.css'

interface StatCardsProps {
  /** Left out while the figures are on their way. */
  children?: ReactNode
  /** How many hold the places until then. */
  count: number
  /** Others are on their way. */
  dimmed?: boolean
}

/** The figures above a screen. */
export function StatCards({ children, count, dimmed = false }: StatCardsProps) {
  const waiting = Array.from({ length: count }, (_, i) => i)
  return (
    <div className={styles.cards} data-dimmed={dimmed || undefined}>
      {children ?? waiting.map((card) => <Card key={card} loading aria-hidden="true" />)}
    </div>
  )
}
