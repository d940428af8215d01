import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'

interface NoNotificationsProps {
  filtered: boolean
  /** The way to send the first one. */
  send: ReactNode
}

/** Nothing was sent yet, or nothing that the filter finds. */
export function NoNotifications({ filtered, send }: NoNotificationsProps) {
  if (filtered) {
    return (
      <EmptyState icon={<Bell />} title="No notifications found">
        <p>Try fewer words, or another type. Notifications are found by title and message.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<Bell />} title="No notifications yet" actions={send}>
      <p>What you send to all members or to one of them is listed here.</p>
    </EmptyState>
  )
}
