import { NOTIFICATION_TYPE } from '../database.gen'
import {
  type Answer,
  among,
  boolean,
  changed,
  listOf,
  number,
  orNull,
  shape,
  string,
} from '../json'
import { choice, defineList, typed } from '../lists/define-list'
import { failure, type Toast } from '../toasts'
import type { NoticeType } from './notice'

/** The values of the recipients filter. */
export const AUDIENCES = ['global', 'specific'] as const
export type Audience = (typeof AUDIENCES)[number]

const PLACES: Record<NoticeType, number> = { info: 0, success: 1, warning: 2, error: 3 }
/** The types in the order in which the menu lists them. */
export const NOTICE_TYPES = [...NOTIFICATION_TYPE].sort((a, b) => PLACES[a] - PLACES[b])

const parsePerson = shape({ id: string, name: orNull(string), email: string })
/** The sender or the recipient of a notification. */
export type NotificationPerson = Answer<typeof parsePerson>

const parseNotification = shape({
  id: string,
  title: string,
  message: string,
  type: among(NOTIFICATION_TYPE),
  is_global: boolean,
  important: boolean,
  action_url: orNull(string),
  action_label: orNull(string),
  publish_at: orNull(string),
  expires_at: orNull(string),
  created_at: string,
  /** The only recipient; null for a notification to all. */
  recipient: orNull(parsePerson),
  /** The sender; null if the account was deleted. */
  sender: orNull(parsePerson),
  /** When the only recipient has read it; null for a notification to all. */
  read_at: orNull(string),
})
/** A notification in the list for administrators. Dates are ISO. */
export type SentNotification = Answer<typeof parseNotification>

const parsePage = changed(
  shape({
    notifications: listOf(parseNotification),
    /** The number of notifications if `bounded` is false; otherwise a search has found more than 1,000. */
    total: number,
    bounded: boolean,
    newer: boolean,
    older: boolean,
    /** The numbers of all notifications, independent of the filter. `recent` is that of the last 24 hours. */
    sums: shape({ total: number, global: number, specific: number, recent: number }),
  }),
  ({ notifications, ...page }) => ({ ...page, data: notifications }),
)
export type NotificationPage = Answer<typeof parsePage>

/**
 * The list of sent notifications, newest first, with their numbers. Every page takes the database the same time
 * (rules/notifications#draft).
 */
export const NOTIFICATION_LIST = defineList({
  resource: 'notifications',
  calls: 'notification_list',
  pageSize: 50,
  filters: {
    q: typed((query) => ({ query })),
    type: choice(NOTICE_TYPES, (type) => ({ type })),
    to: choice(AUDIENCES, (audience) => ({ audience })),
  },
  place: /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d),[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  exported: { list: 'notifications' },
  parse: parsePage,
})

/** Whether a notification has not appeared yet, is visible, or has ended. */
export type NotificationState = 'scheduled' | 'sent' | 'ended'

/** Returns the state of a notification; `now` is in milliseconds. */
export function notificationState(
  { publish_at, expires_at }: Pick<SentNotification, 'publish_at' | 'expires_at'>,
  now: number,
): NotificationState {
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'ended'
  if (publish_at !== null && Date.parse(publish_at) > now) return 'scheduled'
  return 'sent'
}

/** Toasts of the administrators' notifications (rules/interface#messages). */
export const NOTIFICATION_ADMIN_MESSAGES = {
  listFailed: failure('Failed to load notifications'),
  recipientsFailed: failure('Failed to fetch users'),
  sentToAll: { text: 'Notification sent to all members' },
  sentToOne: { text: 'Notification sent to the selected user' },
  sendToAllFailed: failure('Failed to send global notification'),
  sendFailed: failure('Failed to send notification'),
  edited: { text: 'Notification updated' },
  editFailed: failure('Failed to update notification'),
  deleted: { text: 'Notification deleted' },
  deleteFailed: failure('Failed to delete notification'),
} as const satisfies Record<string, Toast>
