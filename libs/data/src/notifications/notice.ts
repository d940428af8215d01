import { isBackOfficePath } from '../access/home'
import { type Database, NOTIFICATION_TYPE } from '../database.gen'
import { type Answer, among, boolean, listOf, number, orNull, shape, string } from '../json'
import { externalLink, isAppPath } from '../links/external-link'

/** The type of a notification. A person can mute each type. */
export type NoticeType = Database['public']['Enums']['notification_type']

/** A row of `notifications` as Realtime sends it. */
export type NoticeRow = Omit<Database['public']['Tables']['notifications']['Row'], 'is_read'>

const parseNotice = shape({
  id: string,
  title: string,
  message: string,
  /** The sender and the cohort: `Grace Kim · Autumn`; null if the notification has neither. */
  source: orNull(string),
  type: among(NOTIFICATION_TYPE),
  is_global: boolean,
  /** Whether it is shown even to people who have muted its type. */
  important: boolean,
  /** A link with http(s), or a path on this origin (see `noticeLink`). */
  action_url: orNull(string),
  action_label: orNull(string),
  /** When the notification appeared. ISO date. */
  sent_at: string,
  expires_at: orNull(string),
  is_read: boolean,
})
/** A notification in one person's bell, with whether the person has read it. */
export type Notice = Answer<typeof parseNotice>

/** Parses the answer of `notification_feed()`; null for accounts that may not enter. */
export const parseFeed = orNull(
  shape({
    /** Newest first. */
    notifications: listOf(parseNotice),
    /** Whether there are older notifications. */
    more: boolean,
    /** The number of unread notifications. `MAX_UNREAD` stands for that number or more. */
    unread: number,
    /** The types that the person has muted. */
    muted: listOf(among(NOTIFICATION_TYPE)),
    /** When the next scheduled notification appears or a shown one ends, as an ISO date; null if never. */
    next_change_at: orNull(string),
    /** The present time by the database's clock, as an ISO date. */
    now: string,
  }),
)
export type Feed = NonNullable<Answer<typeof parseFeed>>

/** The maximum count. The badge then shows 99+ (rules/notifications#bell). */
export const MAX_UNREAD = 100

/** The number of notifications in the bell's list. */
export const FEED_SIZE = 10

/** The maximum number of notifications in an answer. */
export const MAX_FEED_SIZE = 100

/** Returns when a notification was sent; for a scheduled one, when it appeared. */
export function sentAt({ publish_at, created_at }: NoticeRow): string {
  return publish_at ?? created_at
}

/** Converts an ISO date to microseconds, the precision of PostgreSQL. */
export function toMicroseconds(at: string): number {
  const beyond = /\.\d{3}(\d{1,3})/.exec(at)?.[1] ?? ''
  return Date.parse(at) * 1000 + Number(beyond.padEnd(3, '0'))
}

/** The target of a notification's link, and how to open it. */
export interface NoticeLink {
  /**
   * How to open the link: `route`: in this application without a page load. `load`: in the other application.
   * `outside`: in a new tab with `noopener`.
   */
  way: 'route' | 'load' | 'outside'
  href: string
}

/**
 * Returns the target of an `action_url` for an application (rules/courses#links); null if there is none or it is not
 * allowed. The database accepts only http(s) and paths with one leading slash, and each link is checked again here
 * before it becomes clickable.
 */
export function noticeLink(url: string | null, app: 'learner' | 'backoffice'): NoticeLink | null {
  const outside = externalLink(url)
  if (outside) return { way: 'outside', href: outside.href }
  if (!url || !isAppPath(url) || !URL.canParse(url, 'http://origin.invalid')) return null
  const { origin, pathname, search, hash } = new URL(url, 'http://origin.invalid')
  if (origin !== 'http://origin.invalid') return null
  const own = isBackOfficePath(url) === (app === 'backoffice')
  return { way: own ? 'route' : 'load', href: pathname + search + hash }
}
