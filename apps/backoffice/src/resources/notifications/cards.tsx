import type { NotificationPage } from '@rookies/data/notifications/notification-list'
import { Bell, Clock, Globe, UserRound } from 'lucide-react'
import { StatCard } from '../../ui/stat-card'
import { StatCards } from '../../ui/stat-cards'

interface NotificationCardsProps {
  page: NotificationPage | undefined
  failed: boolean
}

/**
 * The four figures above the list (rules/notifications#draft). They count all notifications, whatever the filters
 * are.
 */
export function NotificationCards({ page, failed }: NotificationCardsProps) {
  if (!page) return !failed && <StatCards count={4} />
  const { total, global, specific, recent } = page.sums
  return (
    <StatCards count={4}>
      <StatCard icon={Bell} label="Total Sent" value={total} note="All time" />
      <StatCard icon={Globe} label="Global" value={global} note="To all members" />
      <StatCard icon={UserRound} label="Specific Users" value={specific} note="To one person" />
      <StatCard icon={Clock} label="Recent 24h" value={recent} note="Global and specific" />
    </StatCards>
  )
}
