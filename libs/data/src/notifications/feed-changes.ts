import {
  type Feed,
  MAX_UNREAD,
  type Notice,
  type NoticeRow,
  type NoticeType,
  sentAt,
  toMicroseconds,
} from './notice'

/** A change of a notification, as Realtime reports it. */
export type Change =
  | { kind: 'insert' | 'update'; row: NoticeRow }
  /** Realtime reports only the id of a deleted row, not its recipient. */
  | { kind: 'delete'; id: string }
  /** The person has read the notification on some device. */
  | { kind: 'read'; id: string }

/** The context in which a change is applied. */
export interface FeedContext {
  /** The number of notifications in the list. */
  size: number
  /** When the person joined. Earlier notifications to everybody count as read (rules/notifications#since-joining). */
  joined: string | null
  /** The ids that this page knows the person has read, including those that arrive later. */
  reads: ReadonlySet<string>
  /** The time by the database's clock, in milliseconds. */
  now: number
}

/** A feed after a change. */
export interface AppliedChange {
  feed: Feed
  /** Whether the feed must be read again, because only the database knows the result. */
  needsRefresh: boolean
}

/**
 * Applies a change to a feed: newest first, cut to its size, each once, without muted and ended notifications. If the
 * change concerns what is not in the list (an older one was read, a place became free), the result says that the feed
 * must be read again, instead of guessing.
 */
export function applyChange(feed: Feed, change: Change, context: FeedContext): AppliedChange {
  switch (change.kind) {
    case 'delete':
      return remove(feed, change.id)
    case 'read':
      return markRead(feed, change.id)
    case 'insert':
    case 'update':
      return put(feed, change, context)
  }
}

function put(
  feed: Feed,
  { kind, row }: Extract<Change, { kind: 'insert' | 'update' }>,
  context: FeedContext,
): AppliedChange {
  const shown = feed.notifications.find(({ id }) => id === row.id)
  const notice = toNotice(row, context, shown)
  // Administrators may read notifications before they appear, so Realtime sends these too.
  if (row.publish_at !== null && Date.parse(row.publish_at) > context.now) {
    const later = withChangeAt(feed, row.publish_at)
    return shown ? remove(later, row.id) : { feed: later, needsRefresh: false }
  }
  if (isHidden(feed, notice, context.now)) {
    return shown
      ? remove(feed, row.id)
      : // The deleted notification may have been the last one after the end of the list.
        { feed, needsRefresh: kind === 'update' && feed.more }
  }
  if (shown) {
    const others = feed.notifications.filter(({ id }) => id !== row.id)
    return { feed: withEnd(place(feed, others, notice, context.size), notice), needsRefresh: false }
  }
  const last = feed.notifications.at(-1)
  // It belongs after the end of a full list, and only the database knows whether it was counted.
  if (feed.more && last && byNewest(last, notice) < 0) return { feed, needsRefresh: true }
  const unread = notice.is_read ? feed.unread : Math.min(feed.unread + 1, MAX_UNREAD)
  const placed = place({ ...feed, unread }, feed.notifications, notice, context.size)
  // A notification that an update makes visible may have been read earlier.
  return { feed: withEnd(placed, notice), needsRefresh: kind === 'update' }
}

function place(feed: Feed, others: readonly Notice[], notice: Notice, size: number): Feed {
  const all = [...others, notice].sort(byNewest)
  return { ...feed, notifications: all.slice(0, size), more: feed.more || all.length > size }
}

/** A notification with an end disappears at that time. */
function withEnd(feed: Feed, { expires_at }: Notice): Feed {
  return expires_at ? withChangeAt(feed, expires_at) : feed
}

/** The next change may come earlier than the feed said. */
function withChangeAt(feed: Feed, moment: string): Feed {
  const { next_change_at } = feed
  const sooner = !next_change_at || Date.parse(moment) < Date.parse(next_change_at)
  return sooner ? { ...feed, next_change_at: moment } : feed
}

function remove(feed: Feed, id: string): AppliedChange {
  const gone = feed.notifications.find((notice) => notice.id === id)
  // Most deleted notifications are other people's. The feed is only read again if an unread one of this person may be
  // gone; otherwise the list may promise older ones that no longer exist.
  if (!gone) return { feed, needsRefresh: hidesUnread(feed) }
  const notifications = feed.notifications.filter((notice) => notice !== gone)
  const rest = { ...feed, notifications }
  return gone.is_read ? { feed: rest, needsRefresh: feed.more } : less(rest, feed.more)
}

function markRead(feed: Feed, id: string): AppliedChange {
  const shown = feed.notifications.find((notice) => notice.id === id)
  if (!shown) return { feed, needsRefresh: hidesUnread(feed) }
  if (shown.is_read) return { feed, needsRefresh: false }
  return less(withRead(feed, id, true), false)
}

/** Counts one unread less; above the count's limit the remaining number is unknown. */
function less(feed: Feed, needsRefresh: boolean): AppliedChange {
  if (feed.unread >= MAX_UNREAD) return { feed, needsRefresh: true }
  return { feed: { ...feed, unread: Math.max(feed.unread - 1, 0) }, needsRefresh }
}

/** Marks the notifications of a feed that the person has read meanwhile. */
export function withReads(feed: Feed, reads: ReadonlySet<string>): Feed {
  return feed.notifications
    .filter(({ id, is_read }) => !is_read && reads.has(id))
    .reduce((now, { id }) => markRead(now, id).feed, feed)
}

/** Marks a notification as unread again. */
export function unmarkRead(feed: Feed, id: string): Feed {
  const shown = feed.notifications.find((notice) => notice.id === id)
  if (!shown?.is_read) return feed
  return { ...withRead(feed, id, false), unread: Math.min(feed.unread + 1, MAX_UNREAD) }
}

/** Marks everything as read. */
export function allRead(feed: Feed): Feed {
  const notifications = feed.notifications.map((notice) => ({ ...notice, is_read: true }))
  return { ...feed, notifications, unread: 0 }
}

/**
 * Applies that a type was muted or unmuted. After unmuting, the list lacks notifications of that type, so the feed must
 * be read again.
 */
export function withMute(feed: Feed, type: NoticeType, muted: boolean): Feed {
  const others = feed.muted.filter((other) => other !== type)
  if (!muted) return { ...feed, muted: others }
  const silent = { ...feed, muted: [...others, type] }
  const gone = feed.notifications.filter((notice) => isMuted(silent, notice))
  const unread = gone.filter(({ is_read }) => !is_read).length
  return {
    ...silent,
    notifications: feed.notifications.filter((notice) => !gone.includes(notice)),
    unread: feed.unread >= MAX_UNREAD ? MAX_UNREAD : feed.unread - unread,
  }
}

/** Returns the unread notifications that are newer than `newest`, which the person is told about. */
export function newNotices(feed: Feed, newest: number): Notice[] {
  return feed.notifications.filter(
    ({ is_read, sent_at }) => !is_read && toMicroseconds(sent_at) > newest,
  )
}

/** Returns when the newest notification was sent, in microseconds; minus infinity if there is none. */
export function newestSentAt({ notifications }: Feed): number {
  const [first] = notifications
  return first ? toMicroseconds(first.sent_at) : Number.NEGATIVE_INFINITY
}

function toNotice(row: NoticeRow, { joined, reads }: FeedContext, shown?: Notice): Notice {
  const sent_at = sentAt(row)
  const before =
    joined !== null && row.is_global && toMicroseconds(sent_at) < toMicroseconds(joined)
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    source: row.source,
    type: row.type,
    is_global: row.is_global,
    important: row.important,
    action_url: row.action_url,
    action_label: row.action_label,
    sent_at,
    expires_at: row.expires_at,
    is_read: shown?.is_read || reads.has(row.id) || before,
  }
}

function isHidden(feed: Feed, notice: Notice, now: number): boolean {
  const over = notice.expires_at !== null && Date.parse(notice.expires_at) <= now
  return over || isMuted(feed, notice)
}

function isMuted({ muted }: Feed, { type, important }: Notice): boolean {
  return !important && muted.includes(type)
}

/** Returns whether counted notifications stand after the end of the list. */
function hidesUnread({ notifications, unread, more }: Feed): boolean {
  return more && unread > notifications.filter(({ is_read }) => !is_read).length
}

function withRead(feed: Feed, id: string, is_read: boolean): Feed {
  const notifications = feed.notifications.map((notice) =>
    notice.id === id ? { ...notice, is_read } : notice,
  )
  return { ...feed, notifications }
}

/** The database's order: by time, then by id, both descending. */
function byNewest(one: Notice, other: Notice): number {
  return toMicroseconds(other.sent_at) - toMicroseconds(one.sent_at) || (one.id < other.id ? 1 : -1)
}
