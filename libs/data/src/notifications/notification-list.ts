import type { Database, Json } from '../database.gen'
import {
  boolean,
  type JsonObject,
  list,
  number,
  object,
  oneOf,
  string,
  stringOrNull,
} from '../json'
import { choice, defineList, typed } from '../lists/define-list'
import { failure, type Toast } from '../toasts'
import { NOTICE_TYPES } from './notice'

type NotificationRow = Database['public']['Tables']['notifications']['Row']

/** The values of the recipients filter. */
export const AUDIENCES = ['global', 'specific'] as const
export type Audience = (typeof AUDIENCES)[number]

/** The sender or the recipient of a notification. */
export interface NotificationPerson {
  id: string
  name: string | null
  email: string
}

/** A notification in the administrators' list; dates are ISO. */
export interface SentNotification
  extends Pick<
    NotificationRow,
    | 'id'
    | 'title'
    | 'message'
    | 'type'
    | 'is_global'
    | 'important'
    | 'action_url'
    | 'action_label'
    | 'publish_at'
    | 'expires_at'
    | 'created_at'
  > {
  /** Null for a notification to everybody. */
  recipient: NotificationPerson | null
  /** Null if the account was deleted. */
  sender: NotificationPerson | null
  /** When the only recipient read it; always null for a notification to everybody. */
  read_at: string | null
}

export interface NotificationPage {
  data: SentNotification[]
  /** Exact if `bounded` is false; otherwise a search found more than 1,000. */
  total: number
  bounded: boolean
  newer: boolean
  older: boolean
  /** Counts of all notifications, whatever the filter; `recent` counts the last 24 hours. */
  sums: { total: number; global: number; specific: number; recent: number }
}

/** The sent notifications, newest first, and their counts. Every page costs the same (rules/notifications#draft). */
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

function parsePage(page: JsonObject): NotificationPage {
  const sums = object(page.sums)
  return {
    total: number(page.total),
    bounded: boolean(page.bounded),
    newer: boolean(page.newer),
    older: boolean(page.older),
    sums: {
      total: number(sums.total),
      global: number(sums.global),
      specific: number(sums.specific),
      recent: number(sums.recent),
    },
    data: list(page.notifications).map(parseNotification),
  }
}

function parseNotification(json: Json): SentNotification {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    message: string(row.message),
    type: oneOf(NOTICE_TYPES, row.type),
    is_global: boolean(row.is_global),
    important: boolean(row.important),
    action_url: stringOrNull(row.action_url),
    action_label: stringOrNull(row.action_label),
    publish_at: stringOrNull(row.publish_at),
    expires_at: stringOrNull(row.expires_at),
    created_at: string(row.created_at),
    recipient: parsePerson(row.recipient),
    sender: parsePerson(row.sender),
    read_at: stringOrNull(row.read_at),
  }
}

function parsePerson(json: Json | undefined): NotificationPerson | null {
  if (json === null || json === undefined) return null
  const row = object(json)
  return { id: string(row.id), name: stringOrNull(row.name), email: string(row.email) }
}

/** Whether a notification has yet to appear, is visible, or has ended. */
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
export const NOTIFICATION_ADMIN_TOASTS = {
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
