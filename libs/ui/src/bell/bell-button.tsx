import { Bell } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styles from './bell-button.module.css'

/** From here on nobody counts (product §9). */
const MANY = 100

interface BellButtonProps {
  /** How many are unread; 100 stands for more. */
  unread: number
  open: boolean
  /** Of the panel that it opens, while that is there. */
  panelId: string
  onPress: () => void
  /** The code of the panel is wanted soon. */
  onApproach?: () => void
  ref?: Ref<HTMLButtonElement>
  /** The panel, which stands below. */
  children?: ReactNode
}

/** The bell in the top bar. Its place is the same with and without a badge. */
export function BellButton({ unread, open, panelId, children, ...button }: BellButtonProps) {
  const { onPress, onApproach, ref } = button
  const badge = unread < MANY ? String(unread) : `${MANY - 1}+`
  return (
    <div className={styles.place}>
      <button
        ref={ref}
        type="button"
        className={styles.button}
        aria-label={unread > 0 ? `Notifications, ${badge} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={onPress}
        onPointerEnter={onApproach}
        onFocus={onApproach}
      >
        <Bell aria-hidden="true" />
        {unread > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {badge}
          </span>
        )}
      </button>
      {children}
    </div>
  )
}
