import { log } from '@rookies/data/logs/log'
import { unreadCount } from '@rookies/data/notifications/unread-count'
import { BellButton } from '@rookies/ui/bell/bell-button'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { useEffect, useId, useRef, useState } from 'react'
import { LazyPart } from '../../shared/lazy-part'
import { useBoot } from '../../shared/use-boot'
import { showError } from '../../ui/toast-store'
import type { LiveBellProps } from './live-bell'

const part = new LazyPart<LiveBellProps>(() => import('./live-bell'))

/** What the page is about comes first. */
const QUIET_MS = 1_500

/**
 * The bell in the top bar. The button is there at once, with the badge that the opening
 * call brought; what keeps it right and what it opens is fetched when the page is quiet, or wanted.
 */
export function NotificationBell() {
  const boot = useBoot()
  const [, arrived] = useState(false)
  const [open, setOpen] = useState(false)
  const [presses, setPresses] = useState(0)
  const [unread, setUnread] = useState<number | null>()
  const opener = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const account = boot?.account

  useEffect(() => {
    const load = () => part.fetch().then(() => arrived(true), wait)
    const wait = () => addEventListener('online', load, { once: true })
    const timer = setTimeout(load, QUIET_MS)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [])

  const press = () => {
    setPresses(presses + 1)
    part.fetch().then(
      () => setOpen(!open),
      () => showError('Notifications could not be loaded. Check your connection and try again.'),
    )
  }
  const onFault = (thrown: unknown) => {
    log('error', 'bell', String(thrown), thrown)
    setOpen(false)
    showError('Something went wrong with your notifications. Press the bell to try again.')
  }

  const LiveBell = part.component
  return (
    <BellButton
      ref={opener}
      unread={unread === undefined ? unreadCount(boot?.bell) : unread}
      open={open}
      panelId={panelId}
      onPress={press}
    >
      <Boundary place={presses} onFault={onFault}>
        {LiveBell && account && (
          <LiveBell
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
