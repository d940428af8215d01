import { isBackOfficePath } from '../access/home'
import { type Database, NOTIFICATION_TYPE } from '../database.gen'
import { type Answer, among, boolean, listOf, number, orNull, shape, string } from '../json'
import { externalLink, isAppPath } from '../links/external-link'

/** The type of a notification, which a member may mute. */
export type NoticeType = Database['public']['Enums']['notification_type']

/** A row as Realtime sends it. */
export type NoticeRow = Omit<Database['public']['Tables']['notifications']['Row'], 'is_read'>

const parseNotice = shape({
  id: string,
  title: string,
  message: string,
  /** From whom and from which cohort it comes: `Grace Kim · Autumn`; null if it does not say. */
  source: orNull(string),
  type: among(NOTIFICATION_TYPE),
  is_global: boolean,
  /** Shown even to people who mute its type. */
  important: boolean,
  /** http(s), or a path on this origin; see `noticeLink`. */
  action_url: orNull(string),
  action_label: orNull(string),
  /** When the notification appeared. ISO date. */
  sent_at: string,
  expires_at: orNull(string),
  is_read: boolean,
})
/** A notification in one person's bell, with whether the person has read it. */
export type Notice = Answer<typeof parseNotice>

/** Reads the answer of `notification_feed()`; null for accounts that may not enter. */
export const parseFeed = orNull(
  shape({
    /** Newest first. */
    notifications: listOf(parseNotice),
    /** Whether older notifications follow. */
    more: boolean,
    /** The number of unread notifications; `MAX_UNREAD` means that many or more. */
    unread: number,
    /** The types that the person has muted. */
    muted: listOf(among(NOTIFICATION_TYPE)),
    /** When a scheduled notification appears or one ends; null for never. ISO date. */
    next_change_at: orNull(string),
    /** The time by the database's clock. ISO date. */
    now: string,
  }),
)
export type Feed = NonNullable<Answer<typeof parseFeed>>

/** The count ends here, and the badge says 99+ (rules/notifications#bell). */
export const MAX_UNREAD = 100

/** The size of the bell's list. */
export const FEED_SIZE = 10

/** The most notifications that the database returns at once. */
export const MAX_FEED_SIZE = 100

/** Returns when a row was sent: for a scheduled one, the time when it fell due. */
export function sentAt({ publish_at, created_at }: NoticeRow): string {
  return publish_at ?? created_at
}

/** Returns an ISO date in microseconds, the precision of PostgreSQL. */
export function toMicroseconds(at: string): number {
  const beyond = /\.\d{3}(\d{1,3})/.exec(at)?.[1] ?? ''
  return Date.parse(at) * 1000 + Number(beyond.padEnd(3, '0'))
}

/** The target of a notification, and how to open it. */
export interface NoticeLink {
  /**
   * `route`: within this application, without a page load. `load`: the other application. `outside`: a new tab with
   * `noopener`.
   */
  way: 'route' | 'load' | 'outside'
  href: string
}

/**
 * Returns the target of an `action_url` for one of the applications (rules/courses#links); null if there is none or it
 * may not be followed. The database accepts only http(s) and paths with one leading slash, and the link is checked
 * again before it becomes clickable.
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
