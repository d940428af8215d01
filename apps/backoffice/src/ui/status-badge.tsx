import styles from './status-badge.module.css'

export type StatusTone = 'live' | 'draft' | 'info' | 'plain' | 'danger'

interface StatusBadgeProps {
  /** How it looks; what it says is the label. */
  tone: StatusTone
  label: string
}

/** A word in a coloured pill. The colour only repeats what the word says. */
export function StatusBadge({ tone, label }: StatusBadgeProps) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{label}</span>
}
