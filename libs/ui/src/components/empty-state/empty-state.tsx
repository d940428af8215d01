import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** An icon of the one set, as decoration. */
  icon: ReactNode
  title: string
  /** The heading's level, 2 unless the page needs another. */
  level?: 1 | 2 | 3
  /** Why it is empty, and what to do about it. */
  children?: ReactNode
  /** Buttons and links that lead on. */
  actions?: ReactNode
}

/** A screen or a pane with nothing to show: says so, says why, and leads on. */
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
