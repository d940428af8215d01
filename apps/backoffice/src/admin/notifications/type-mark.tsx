import type { NotificationKind } from '@rookies/data/notifications/list'
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { TYPE_LABELS } from './notification-words'
import styles from './type-mark.module.css'

const ICONS: Record<NotificationKind, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
}

/** A type: its icon in its colour, and its name. */
export function TypeMark({ type }: { type: NotificationKind }) {
  const Icon = ICONS[type]
  return (
    <span className={`${styles.mark} ${styles[type]}`}>
      <Icon aria-hidden="true" />
      <span className={styles.name}>{TYPE_LABELS[type]}</span>
    </span>
  )
}
