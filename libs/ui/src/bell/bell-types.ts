/** What kind of notification it is. */
export type BellKind = 'info' | 'success' | 'warning' | 'error'

/** A notification, as a person has it. */
export interface BellNotice {
  id: string
  title: string
  message: string
  type: BellKind
  is_global: boolean
  important: boolean
  action_url: string | null
  action_label: string | null
  /** ISO date. */
  sent_at: string
  is_read: boolean
}

/** Where a notification leads: within the application, by a page load, or into a tab of its own. */
export interface BellLink {
  way: 'route' | 'load' | 'outside'
  href: string
}

/** What a panel shows. */
export interface BellPanelState {
  /** Null while nothing is known, and for those who are not let in. */
  feed: { notifications: BellNotice[]; unread: number; muted: BellKind[] } | null
  reading: 'first' | 'failed' | 'done'
  older: 'reading' | 'failed' | 'none' | 'some'
  /** Why nothing arrives by itself; null while it does. */
  outage: string | null
}

/** What one can do in it. The application says what fails. */
export interface BellActs {
  markRead: (id: string) => void
  markAllRead: () => void
  mute: (kind: BellKind, muted: boolean) => void
  showOlder: () => void
  retry: () => void
  /** The person follows a link of this bundle: without a page load. */
  go: (href: string) => void
}

/** What a panel has to know of the world: links and times. */
export interface BellWorld {
  linkOf: (url: string | null) => BellLink | null
  /** Milliseconds. */
  now: () => number
  /** How long ago, in words. */
  ago: (at: string, now: number) => string
}
