import { log } from '@rookies/data/logs/log'
import { unreadCount } from '@rookies/data/notifications/unread-count'
import { LazyBell } from '@rookies/ui/bell/lazy-bell'
import { usePerson } from '../person'
import { useToasts } from '../toasts'
import { useBoot } from '../use-boot'

const fetchLive = async () => (await import('./live-bell')).LiveBell

export function NotificationBell() {
  const { account } = usePerson()
  const { failed } = useToasts()
  const boot = useBoot({ enabled: false })
  return (
    <LazyBell
      person={account}
      unread={unreadCount(boot.data?.bell)}
      fetchLive={fetchLive}
      onFailed={(text) => failed({ title: 'Error', text })}
      onFault={(thrown) => log('error', 'bell', String(thrown), thrown)}
    />
  )
}
