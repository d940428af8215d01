import { type DeviceKind, deviceOf } from '@rookies/data/account/device-name'
import type { AccountSession } from '@rookies/data/account/sessions-query'
import { localMoment } from '@rookies/data/time/moment-text'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Laptop, Smartphone, Tablet } from 'lucide-react'
import { Button } from '../../ui/button'
import styles from './sessions-section.module.css'

const ICONS: Record<DeviceKind, typeof Laptop> = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
}

interface SessionRowProps {
  session: AccountSession
  busy: boolean
  onEnd: () => void
}

export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { name, kind } = deviceOf(session.user_agent)
  const Icon = ICONS[kind]
  const seen = localMoment(session.active_at)
  return (
    <li className={styles.session}>
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles.device}>
        <p className={styles.name}>
          {name}
          {session.current && <span className={styles.here}>This device</span>}
        </p>
        <p className={styles.seen}>
          Last active <time dateTime={session.active_at}>{seen}</time>
        </p>
      </div>
      {!session.current && (
        <Button writes small onClick={onEnd} disabled={busy}>
          {busy ? 'Signing out...' : 'Sign out'}{' '}
          <VisuallyHidden>
            {name}, last active {seen}
          </VisuallyHidden>
        </Button>
      )}
    </li>
  )
}
