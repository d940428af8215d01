import { Bell } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styles from './bell-button.module.css'

/** From this number on, the badge shows 99+ instead of the count (rules/notifications#bell). */
const BADGE_LIMIT = 100

interface BellButtonProps {
  /** The number of unread notifications. 100 means 100 or more; null means that the count could not be read. */
  unread: number | null
  open: boolean
  /** The id of the panel that the button opens. */
  panelId: string
  onPress: () => void
  ref?: Ref<HTMLButtonElement>
  /** The panel below the button. */
  children?: ReactNode
}

/** The bell in the top bar. Its size is the same with and without a badge. */
export function BellButton({ unread, open, panelId, children, ...button }: BellButtonProps) {
  const { onPress, ref } = button
  const badge = badgeOf(unread)
  return (
    <div className={styles.place}>
      <button
        ref={ref}
        type="button"
        className={styles.button}
        aria-label={nameOf(unread)}
        title={unread === null ? UNREAD_FAILED : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={onPress}
      >
        <Bell aria-hidden="true" />
        {badge !== '' && (
          <span className={styles.badge} aria-hidden="true">
            {badge}
          </span>
        )}
      </button>
      {children}
    </div>
  )
}

const UNREAD_FAILED = 'Failed to fetch unread count'

function badgeOf(unread: number | null): string {
  if (unread === null) return '?'
  if (unread === 0) return ''
  return unread < BADGE_LIMIT ? String(unread) : `${BADGE_LIMIT - 1}+`
}

function nameOf(unread: number | null): string {
  if (unread === null) return `Notifications. ${UNREAD_FAILED}`
  return unread > 0 ? `Notifications, ${badgeOf(unread)} unread` : 'Notifications'
}
