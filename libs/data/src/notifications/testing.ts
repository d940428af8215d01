import type { OpenSocket, SocketListener } from './live-connection'
import type { Feed, Notice, NoticeRow } from './notice'
import type { PageEnvironment, PageEvent } from './page-environment'

const START = Date.parse('2026-11-22T10:00:00Z')

/** Seconds after a moment that all of these tests begin at, as an ISO date. */
export const at = (seconds: number): string =>
  new Date(START + seconds * 1000).toISOString().replace('Z', '+00:00')

/** A row of the table as realtime carries it; its name is its id and its title. */
export function aRow(id: string, seconds: number, change: Partial<NoticeRow> = {}): NoticeRow {
  return {
    id,
    title: id,
    message: 'Something happened',
    type: 'info',
    sender_id: null,
    recipient_id: 'me',
    is_global: false,
    important: false,
    action_url: null,
    action_label: null,
    created_at: at(seconds),
    updated_at: at(seconds),
    publish_at: null,
    expires_at: null,
    ...change,
  }
}

/** The same in a feed, unread. */
export function aNotice(id: string, seconds: number, change: Partial<Notice> = {}): Notice {
  return {
    id,
    title: id,
    message: 'Something happened',
    type: 'info',
    is_global: false,
    important: false,
    action_url: null,
    action_label: null,
    sent_at: at(seconds),
    expires_at: null,
    is_read: false,
    ...change,
  }
}

/** A feed of these, as the database answers it a minute after the start. */
export function aFeed(notifications: Notice[], change: Partial<Feed> = {}): Feed {
  return {
    notifications,
    more: false,
    unread: notifications.filter(({ is_read }) => !is_read).length,
    muted: [],
    next_change_at: null,
    now: at(60),
    ...change,
  }
}

/** A page whose connection and visibility a test turns on and off. */
export function fakePageEnvironment() {
  const listeners = new Set<(event: PageEvent) => void>()
  let online = true
  let visible = true
  const happen = (event: PageEvent) => {
    if (event === 'online' || event === 'offline') online = event === 'online'
    if (event === 'shown' || event === 'hidden') visible = event === 'shown'
    for (const listener of listeners) listener(event)
  }
  const environment: PageEnvironment = {
    isOnline: () => online,
    isVisible: () => visible,
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { environment, happen, watched: () => listeners.size }
}

/** Sockets that do what a test tells them; the last is the one in use. */
export function fakeSockets() {
  const opened: { listener: SocketListener; closed: boolean }[] = []
  let refuse = false
  const open: OpenSocket = async (listener) => {
    const socket = { listener, closed: false }
    opened.push(socket)
    if (refuse) throw new Error('refused')
    return {
      close: () => {
        socket.closed = true
      },
    }
  }
  const last = () => {
    const socket = opened.at(-1)
    if (!socket) throw new Error('No socket was opened')
    return socket
  }
  return {
    open,
    opened,
    last,
    refuse: (now: boolean) => {
      refuse = now
    },
  }
}
