import { Card, Flex, Statistic } from 'antd'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import cells from './cells.module.css'
import styles from './stat-card.module.css'

interface StatCardProps {
  icon: LucideIcon
  label: string
  /** One figure, or several that cannot be added, such as sums in different currencies. */
  value: number | readonly string[]
  note: string
  /** The address of the screen that lists the counted records. */
  to?: string
}

/** One card with a figure. */
export function StatCard({ icon: Icon, label, value, note, to }: StatCardProps) {
  const values = typeof value === 'number' ? [value] : value
  const heading = (
    <Flex component="h2" align="center" gap="small">
      <Icon aria-hidden="true" />
      {to ? (
        <Link to={to} className={styles.link}>
          {label}
        </Link>
      ) : (
        label
      )}
    </Flex>
  )
  return (
    <Card
      role="article"
      className={styles.card ?? ''}
      data-sums={typeof value !== 'number' || undefined}
    >
      {values.map((one, i) => (
        <Statistic
          key={one}
          title={i === 0 && heading}
          value={one}
          valueRender={(shown) => <div data-many={values.length > 1}>{shown}</div>}
        />
      ))}
      <p className={cells.second}>{note}</p>
    </Card>
  )
}
