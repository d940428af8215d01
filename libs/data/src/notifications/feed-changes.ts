import {
  type Feed,
  MAX_UNREAD,
  type Notice,
  type NoticeRow,
  type NoticeType,
  sentAt,
  toMicroseconds,
} from './notice'

/** A change of a notification that Realtime has reported. */
export type Change =
  | { kind: 'insert' | 'update'; row: NoticeRow }
  /** A row was deleted. Realtime reports only its id, not its recipient. */
  | { kind: 'delete'; id: string }
  /** The person has read the notification on some device. */
  | { kind: 'read'; id: string }

/** The context in which a change is applied. */
export interface FeedContext {
  /** The maximum number of notifications in the list. */
  size: number
  /** When the person joined. Earlier notifications to everybody count as read (rules/notifications#since-joining). */
  joined: string | null
  /** The ids of notifications that the person has read, also of those that have not arrived yet. */
  reads: ReadonlySet<string>
  /** The time by the database's clock, in milliseconds. */
  now: number
}

/** A feed after a change. */
export interface AppliedChange {
  feed: Feed
  /** Whether the feed must be read again, because the result cannot be known here. */
  needsRefresh: boolean
}

/**
 * Applies a change to a feed: newest first, limited to its size, without repetitions, and without muted and ended
 * notifications. If the change affects notifications outside of the list (for example, an older one was read), the
 * result says that the feed must be read again.
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
  // Administrators may read notifications before they appear, so Realtime also sends these rows.
  if (row.publish_at !== null && Date.parse(row.publish_at) > context.now) {
    const later = withChangeAt(feed, row.publish_at)
    return shown ? remove(later, row.id) : { feed: later, needsRefresh: false }
  }
  if (isHidden(feed, notice, context.now)) {
    return shown
      ? remove(feed, row.id)
      : // The deleted notification may have been the only one after the end of the list.
        { feed, needsRefresh: kind === 'update' && feed.more }
  }
  if (shown) {
    const others = feed.notifications.filter(({ id }) => id !== row.id)
    return { feed: withEnd(place(feed, others, notice, context.size), notice), needsRefresh: false }
  }
  const last = feed.notifications.at(-1)
  // The notification belongs after the end of a full list. Only the database knows whether it was counted before.
  if (feed.more && last && byNewest(last, notice) < 0) return { feed, needsRefresh: true }
  const unread = notice.is_read ? feed.unread : Math.min(feed.unread + 1, MAX_UNREAD)
  const placed = place({ ...feed, unread }, feed.notifications, notice, context.size)
  // The person may have read a notification before an update has made it visible again.
  return { feed: withEnd(placed, notice), needsRefresh: kind === 'update' }
}

function place(feed: Feed, others: readonly Notice[], notice: Notice, size: number): Feed {
  const all = [...others, notice].sort(byNewest)
  return { ...feed, notifications: all.slice(0, size), more: feed.more || all.length > size }
}

/** Includes the end of a notification in the moment of the next change. */
function withEnd(feed: Feed, { expires_at }: Notice): Feed {
  return expires_at ? withChangeAt(feed, expires_at) : feed
}

/** Sets the moment of the next change if the given moment is earlier. */
function withChangeAt(feed: Feed, moment: string): Feed {
  const { next_change_at } = feed
  const sooner = !next_change_at || Date.parse(moment) < Date.parse(next_change_at)
  return sooner ? { ...feed, next_change_at: moment } : feed
}

function remove(feed: Feed, id: string): AppliedChange {
  const gone = feed.notifications.find((notice) => notice.id === id)
  // Most deleted notifications belong to other people. The feed is read again only if an unread one outside of the list
  // may have been deleted. Otherwise the list may offer older ones that no longer exist.
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

/**
 * Decreases the count of unread ones. At the maximum, the remaining number is unknown, so the feed must be read again.
 */
function less(feed: Feed, needsRefresh: boolean): AppliedChange {
  if (feed.unread >= MAX_UNREAD) return { feed, needsRefresh: true }
  return { feed: { ...feed, unread: Math.max(feed.unread - 1, 0) }, needsRefresh }
}

/** Marks those notifications of a feed as read whose ids are in `reads`. */
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
 * Applies that a type was muted or unmuted. After unmuting, the feed must be read again, because it lacks this type.
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

/** Returns the unread notifications that were sent after `newest`, which are announced to the person. */
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

/** Returns whether unread notifications are counted that are not in the list. */
function hidesUnread({ notifications, unread, more }: Feed): boolean {
  return more && unread > notifications.filter(({ is_read }) => !is_read).length
}

function withRead(feed: Feed, id: string, is_read: boolean): Feed {
  const notifications = feed.notifications.map((notice) =>
    notice.id === id ? { ...notice, is_read } : notice,
  )
  return { ...feed, notifications }
}

/** Compares two notifications in the order of the database: by time, then by id, both descending. */
function byNewest(one: Notice, other: Notice): number {
  return toMicroseconds(other.sent_at) - toMicroseconds(one.sent_at) || (one.id < other.id ? 1 : -1)
}
