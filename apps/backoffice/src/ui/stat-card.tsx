import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import styles from './stat-card.module.css'

interface StatCardProps {
  icon: LucideIcon
  label: string
  /** A figure; several where they cannot be added, such as sums in several currencies. */
  value: number | readonly string[]
  note: string
  /** The screen that shows what was counted. */
  to?: string
}

const whole = new Intl.NumberFormat()

/** One figure above a screen, or the few that stand in its place. */
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
      {typeof value === 'number' ? (
        <p className={styles.value}>{whole.format(value)}</p>
      ) : (
        <ul className={styles.values}>
          {value.map((one) => (
            <li key={one} className={styles.value}>
              {one}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>{note}</p>
    </article>
  )
}
