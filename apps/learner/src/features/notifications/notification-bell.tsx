import { log } from '@rookies/data/logs/log'
import { unreadCount } from '@rookies/data/notifications/unread-count'
import { LazyBell } from '@rookies/ui/bell/lazy-bell'
import { useBoot } from '../../shared/use-boot'
import { showError } from '../../ui/toast-store'

const fetchLive = async () => (await import('./live-bell')).LiveBell

export function NotificationBell() {
  const boot = useBoot()
  return (
    <LazyBell
      person={boot?.account}
      unread={unreadCount(boot?.bell)}
      fetchLive={fetchLive}
      onFailed={showError}
      onFault={(thrown) => log('error', 'bell', String(thrown), thrown)}
    />
  )
}
