import { notificationState } from '@rookies/data/notifications/admin-state'
import type { SentNotification } from '@rookies/data/notifications/notification-list'
import { StatusBadge } from '../../ui/status-badge'
import styles from './notification-table.module.css'
import { exactly } from './notification-words'

/** Whether a notification is still to appear or is over, with the exact time; nothing while it is simply there. */
export function StateBadge({ notification, now }: { notification: SentNotification; now: number }) {
  const { publish_at, expires_at } = notification
  switch (notificationState(notification, now)) {
    case 'scheduled':
      return (
        <span className={styles.state}>
          <StatusBadge tone="info" label="Scheduled" />
          <Moment word="for" at={publish_at} />
          <Moment word="until" at={expires_at} />
        </span>
      )
    case 'ended':
      return (
        <span className={styles.state}>
          <StatusBadge tone="plain" label="Ended" />
          <Moment word="" at={expires_at} />
        </span>
      )
    case 'sent':
      return expires_at === null ? null : (
        <span className={styles.state}>
          <Moment word="Until" at={expires_at} />
        </span>
      )
  }
}

function Moment({ word, at }: { word: string; at: string | null }) {
  if (at === null) return null
  return (
    <time className={styles.fact} dateTime={at}>
      {[word, exactly(at)].filter(Boolean).join(' ')}
    </time>
  )
}
