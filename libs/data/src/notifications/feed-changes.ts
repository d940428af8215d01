import {
  type Feed,
  MAX_UNREAD,
  type Notice,
  type NoticeRow,
  type NoticeType,
  sentAt,
  toMicroseconds,
} from './notice'

/** Something that happened to a notification, as realtime tells it. */
export type Change =
  | { kind: 'insert' | 'update'; row: NoticeRow }
  /** A key and no more: whose it was is not told. */
  | { kind: 'delete'; id: string }
  /** This person has read it, here or elsewhere. */
  | { kind: 'read'; id: string }

/** What a change is seen against. */
export interface FeedContext {
  /** How many the list holds. */
  size: number
  /** When the person joined: what went to everybody before counts as read (rules/notifications#since-joining). */
  joined: string | null
  /** What they have read, as far as this page knows, also before it came. */
  reads: ReadonlySet<string>
  /** The database's clock, in milliseconds. */
  now: number
}

/** A feed after a change. */
export interface AppliedChange {
  feed: Feed
  /** Only the database can tell what is right now: the feed is to be read again. */
  needsRefresh: boolean
}

/**
 * What a feed is after a change: newest first, cut to its size, each once, without what is muted or
 * over. It never guesses: where the change concerns what is not in the list (an older one was read, a
 * place has become free), it says that it doubts.
 */
export function applyChange(feed: Feed, change: Change, context: FeedContext): AppliedChange {
  switch (change.kind) {
    case 'delete':
      return remove(feed, change.id)
    case 'read':
      return markRead(feed, change.id)
    default:
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
  if (isHidden(feed, notice, context.now)) {
    return shown
      ? remove(feed, row.id)
      : // It may have been the last behind the end.
        { feed, needsRefresh: kind === 'update' && feed.more }
  }
  if (shown) {
    const others = feed.notifications.filter(({ id }) => id !== row.id)
    return { feed: withEnd(place(feed, others, notice, context.size), notice), needsRefresh: false }
  }
  const last = feed.notifications.at(-1)
  // Behind the last of a full list: whether it was counted already only the database knows.
  if (feed.more && last && byNewest(last, notice) < 0) return { feed, needsRefresh: true }
  const unread = notice.is_read ? feed.unread : Math.min(feed.unread + 1, MAX_UNREAD)
  const placed = place({ ...feed, unread }, feed.notifications, notice, context.size)
  // One that comes into view by an update may have been read before it went.
  return { feed: withEnd(placed, notice), needsRefresh: kind === 'update' }
}

function place(feed: Feed, others: readonly Notice[], notice: Notice, size: number): Feed {
  const all = [...others, notice].sort(byNewest)
  return { ...feed, notifications: all.slice(0, size), more: feed.more || all.length > size }
}

/** It goes by itself when it is over. */
function withEnd(feed: Feed, { expires_at }: Notice): Feed {
  const { next_change_at } = feed
  const sooner =
    expires_at && (!next_change_at || Date.parse(expires_at) < Date.parse(next_change_at))
  return sooner ? { ...feed, next_change_at: expires_at } : feed
}

function remove(feed: Feed, id: string): AppliedChange {
  const gone = feed.notifications.find((notice) => notice.id === id)
  // Most deletes are of other people's: only where one of ours may have counted is there a doubt. Where
  // it was read, the list may go on promising more than there is.
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

/** One unread less; above the count's limit the number left is unknown. */
function less(feed: Feed, needsRefresh: boolean): AppliedChange {
  if (feed.unread >= MAX_UNREAD) return { feed, needsRefresh: true }
  return { feed: { ...feed, unread: Math.max(feed.unread - 1, 0) }, needsRefresh }
}

/** A feed as it came, with what this person has read since. */
export function withReads(feed: Feed, reads: ReadonlySet<string>): Feed {
  return feed.notifications
    .filter(({ id, is_read }) => !is_read && reads.has(id))
    .reduce((now, { id }) => markRead(now, id).feed, feed)
}

/** Takes back that one was read. */
export function unmarkRead(feed: Feed, id: string): Feed {
  const shown = feed.notifications.find((notice) => notice.id === id)
  if (!shown?.is_read) return feed
  return { ...withRead(feed, id, false), unread: Math.min(feed.unread + 1, MAX_UNREAD) }
}

/** Everything was read. */
export function allRead(feed: Feed): Feed {
  const notifications = feed.notifications.map((notice) => ({ ...notice, is_read: true }))
  return { ...feed, notifications, unread: 0 }
}

/**
 * A kind was muted, or is wanted again: then the list lacks those that were left out, and the database
 * has to be asked.
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

/** What a person is told of: unread, and newer than whatever was there before. */
export function newNotices(feed: Feed, newest: number): Notice[] {
  return feed.notifications.filter(
    ({ is_read, sent_at }) => !is_read && toMicroseconds(sent_at) > newest,
  )
}

/** When the newest was sent, in microseconds; before everything when there is none. */
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

/** Some that count stand behind the end of the list. */
function hidesUnread({ notifications, unread, more }: Feed): boolean {
  return more && unread > notifications.filter(({ is_read }) => !is_read).length
}

function withRead(feed: Feed, id: string, is_read: boolean): Feed {
  const notifications = feed.notifications.map((notice) =>
    notice.id === id ? { ...notice, is_read } : notice,
  )
  return { ...feed, notifications }
}

/** As the database orders them: by time, then by id, both from the end. */
function byNewest(one: Notice, other: Notice): number {
  return toMicroseconds(other.sent_at) - toMicroseconds(one.sent_at) || (one.id < other.id ? 1 : -1)
}
