import type { NotificationPage } from '@rookies/data/notifications/notification-list'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { Bell, Clock, Globe, UserRound } from 'lucide-react'
import { StatCard } from '../../ui/stat-card'
import styles from './notifications.module.css'

interface NotificationCardsProps {
  page: NotificationPage | undefined
  failed: boolean
}

/** The four counters above the list (rules/notifications#draft), of all notifications whatever the filter. */
export function NotificationCards({ page, failed }: NotificationCardsProps) {
  if (!page) {
    if (failed) return null
    return (
      <div className={styles.cards} aria-hidden="true">
        {['total', 'global', 'specific', 'recent'].map((card) => (
          <Skeleton key={card} className={styles.placeholder} />
        ))}
      </div>
    )
  }
  const { total, global, specific, recent } = page.sums
  return (
    <div className={styles.cards}>
      <StatCard icon={Bell} label="Total Sent" value={total} note="Since the beginning" />
      <StatCard icon={Globe} label="Global" value={global} note="To all members" />
      <StatCard icon={UserRound} label="Specific Users" value={specific} note="To one person" />
      <StatCard icon={Clock} label="Recent 24h" value={recent} note="Of either kind" />
    </div>
  )
}
