import { bootQuery } from '@rookies/data/access/boot'
import { log } from '@rookies/data/logs/log'
import { unreadCount } from '@rookies/data/notifications/unread-count'
import { BellButton } from '@rookies/ui/bell/bell-button'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { useBackend } from '../backend'
import { usePerson } from '../person'
import { useToasts } from '../toasts'
import type { LiveBellProps } from './live-bell'

const LOAD_FAILED = {
  title: 'Error',
  text: 'Notifications could not be loaded. Check your connection and try again.',
}

const BROKE = {
  title: 'Error',
  text: 'Something went wrong with your notifications. Press the bell to try again.',
}

/** The screen itself comes first. */
const QUIET_MS = 1_500

const fetchBell = () => import('./live-bell')

/**
 * The bell in the header: the button with the badge that the opening call brought, at once;
 * what keeps it right and what it opens is fetched when the page is quiet, or wanted.
 */
export function NotificationBell() {
  const { client } = useBackend()
  const { account } = usePerson()
  const { failed } = useToasts()
  const boot = useQuery({ ...bootQuery(client), enabled: false })
  const [Live, setLive] = useState<ComponentType<LiveBellProps> | null>(null)
  const [open, setOpen] = useState(false)
  const [presses, setPresses] = useState(0)
  const [unread, setUnread] = useState<number | null>()
  const opener = useRef<HTMLButtonElement>(null)
  const panelId = useId()

  useEffect(() => {
    const load = () => fetchBell().then(({ LiveBell }) => setLive(() => LiveBell), wait)
    const wait = () => addEventListener('online', load, { once: true })
    const timer = setTimeout(load, QUIET_MS)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [])

  const press = () => {
    setPresses(presses + 1)
    fetchBell().then(
      ({ LiveBell }) => {
        setLive(() => LiveBell)
        setOpen(!open)
      },
      () => failed(LOAD_FAILED),
    )
  }
  const onFault = (thrown: unknown) => {
    log('error', 'bell', String(thrown), thrown)
    setOpen(false)
    failed(BROKE)
  }

  return (
    <BellButton
      ref={opener}
      unread={unread === undefined ? unreadCount(boot.data?.bell) : unread}
      open={open}
      panelId={panelId}
      onPress={press}
    >
      <Boundary place={presses} onFault={onFault}>
        {Live && (
          <Live
            person={account}
            open={open}
            onClose={() => setOpen(false)}
            onUnread={setUnread}
            opener={opener}
            panelId={panelId}
          />
        )}
      </Boundary>
    </BellButton>
  )
}
