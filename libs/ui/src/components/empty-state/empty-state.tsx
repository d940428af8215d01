import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** A Lucide icon, as decoration. */
  icon: ReactNode
  title: string
  /** The level of the heading, 2 by default. */
  level?: 1 | 2 | 3
  /** Why there is nothing, and what the person can do. */
  children?: ReactNode
  /** Buttons and links with which the person can continue. */
  actions?: ReactNode
}

/** The content of a screen or pane that has nothing to show. */
export function EmptyState({ icon, title, level = 2, children, actions }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
