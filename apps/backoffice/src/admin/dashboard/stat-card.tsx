import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import styles from './stat-card.module.css'

interface StatCardProps {
  icon: LucideIcon
  label: string
  value: number
  note: string
  /** The screen that shows what was counted. */
  to?: string
}

const whole = new Intl.NumberFormat()

/** One figure of the dashboard. */
export function StatCard({ icon: Icon, label, value, note, to }: StatCardProps) {
  return (
    <article className={styles.card}>
      <h2 className={styles.label}>
        <Icon aria-hidden="true" />
        {to ? (
          <Link to={to} className={styles.link}>
            {label}
          </Link>
        ) : (
          label
        )}
      </h2>
      <p className={styles.value}>{whole.format(value)}</p>
      <p className={styles.note}>{note}</p>
    </article>
  )
}
