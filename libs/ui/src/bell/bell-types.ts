export type BellKind = 'info' | 'success' | 'warning' | 'error'

/** A notification, as the person who reads it gets it. */
export interface BellNotice {
  id: string
  title: string
  message: string
  /** The sender and the cohort as a text; null if the notification has neither. */
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

/** Where a link leads, and how it opens: as a route of this application, by a page load, or in another tab. */
export interface BellLink {
  way: 'route' | 'load' | 'outside'
  href: string
}

/** A part of a message: a link, or the text between two links. */
export interface BellText {
  text: string
  href: string | null
  /** The index of the part's first character in the message. */
  at: number
}

export interface BellPanelState {
  /** Null until the notifications have loaded, and for accounts that may not enter. */
  feed: { notifications: BellNotice[]; unread: number; muted: BellKind[] } | null
  reading: 'first' | 'failed' | 'done'
  older: 'reading' | 'failed' | 'none' | 'some'
  /** The message why no live changes arrive; null while they arrive. */
  outage: string | null
}

/** The actions of the panel. The application shows their errors. */
export interface BellActs {
  markRead: (id: string) => void
  markAllRead: () => void
  mute: (kind: BellKind, muted: boolean) => void
  showOlder: () => void
  retry: () => void
  /** Opens an address of this bundle without a page load. */
  go: (href: string) => void
}

/** Functions for links and times that the application provides to the panel. */
export interface BellWorld {
  linkOf: (url: string | null) => BellLink | null
  /** Splits a message into links and the text between them. */
  split: (message: string) => BellText[]
  /** Milliseconds since 1970. */
  now: () => number
  /** Returns a relative time, for example `2 hours ago`. */
  ago: (at: string, now: number) => string
  /** Returns a date and time to the minute. */
  exactly: (at: string) => string
}
