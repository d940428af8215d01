export type BellKind = 'info' | 'success' | 'warning' | 'error'

/** A notification, as the person who reads it gets it. */
export interface BellNotice {
  id: string
  title: string
  message: string
  /** From whom and from which cohort it comes; null if it does not say. */
  source: string | null
  type: BellKind
  is_global: boolean
  important: boolean
  action_url: string | null
  action_label: string | null
  /** ISO date. */
  sent_at: string
  is_read: boolean
}

/** The target of a notification: a route of this application, a page load, or another tab. */
export interface BellLink {
  way: 'route' | 'load' | 'outside'
  href: string
}

/** A part of a message: an address with its target, or the text between two addresses. */
export interface BellText {
  text: string
  href: string | null
  /** The position of the part in the message. */
  at: number
}

export interface BellPanelState {
  /** Null until the notifications are known, and for accounts that may not enter. */
  feed: { notifications: BellNotice[]; unread: number; muted: BellKind[] } | null
  reading: 'first' | 'failed' | 'done'
  older: 'reading' | 'failed' | 'none' | 'some'
  /** Why no live changes arrive; null while they do. */
  outage: string | null
}

/** The acts of the panel. The application reports errors. */
export interface BellActs {
  markRead: (id: string) => void
  markAllRead: () => void
  mute: (kind: BellKind, muted: boolean) => void
  showOlder: () => void
  retry: () => void
  /** Opens an address of this bundle without a page load. */
  go: (href: string) => void
}

/** What the application provides to the panel: links and times. */
export interface BellWorld {
  linkOf: (url: string | null) => BellLink | null
  /** Splits a message into addresses and the text between them. */
  split: (message: string) => BellText[]
  /** Milliseconds since 1970. */
  now: () => number
  /** Returns a relative time, for example `2 hours ago`. */
  ago: (at: string, now: number) => string
  /** Returns a moment to the minute. */
  exactly: (at: string) => string
}
