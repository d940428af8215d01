import { bootQuery } from '@rookies/data/access/boot'
import { log } from '@rookies/data/logs/log'
import { unreadCount } from '@rookies/data/notifications/unread-count'
import { LazyBell } from '@rookies/ui/bell/lazy-bell'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../backend'
import { usePerson } from '../person'
import { useToasts } from '../toasts'

const fetchLive = async () => (await import('./live-bell')).LiveBell

/** The bell in the back-office's header. */
export function NotificationBell() {
  const { client } = useBackend()
  const { account } = usePerson()
  const { failed } = useToasts()
  // Raw: the opening call's own answer, which is asked for by the panel guard.
  const boot = useQuery({ ...bootQuery(client), enabled: false })
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
