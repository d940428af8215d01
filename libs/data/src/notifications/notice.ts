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

/** What kind of notification it is; a member may mute a kind. */
export type NoticeType = Database['public']['Enums']['notification_type']

/** A row as realtime carries it. */
export type NoticeRow = Omit<Database['public']['Tables']['notifications']['Row'], 'is_read'>

/** The kinds, in the order in which a person chooses among them. */
export const NOTICE_TYPES = [
  'info',
  'success',
  'warning',
  'error',
] as const satisfies readonly NoticeType[]

/** A notification as one person has it: in their bell, and read or not by them. */
export type Notice = {
  id: string
  title: string
  message: string
  type: NoticeType
  is_global: boolean
  /** Shown even to those who mute its kind. */
  important: boolean
  /** http(s), or a path on this origin; see `noticeLink`. */
  action_url: string | null
  action_label: string | null
  /** When it was to appear. ISO date. */
  sent_at: string
  expires_at: string | null
  is_read: boolean
}

/** What a person's bell holds, as `notification_feed()` answers it. */
export type Feed = {
  /** Newest first. */
  notifications: Notice[]
  /** There are older ones. */
  more: boolean
  /** `MAX_UNREAD` stands for that many or more. */
  unread: number
  /** Kinds that the person does not want to see. */
  muted: NoticeType[]
  /** When one appears or goes without anybody doing anything; null for never. ISO date. */
  next_change_at: string | null
  /** The database's clock when it answered. ISO date. */
  now: string
}

/** Counting ends here: the badge says 99+ (rules/notifications#bell). */
export const MAX_UNREAD = 100

/** The bell's list. */
export const FEED_SIZE = 10

/** More than this the database does not give at once. */
export const MAX_FEED_SIZE = 100

/** Reads the answer of `notification_feed()`: null for those who are not let in. Throws `MALFORMED`. */
export function parseFeed(json: Json | undefined): Feed | null {
  if (json === null || json === undefined) return null
  const answer = object(json)
  return {
    notifications: list(answer.notifications).map((notice) => parseNotice(object(notice))),
    more: boolean(answer.more),
    unread: number(answer.unread),
    muted: list(answer.muted).map((type) => oneOf(NOTICE_TYPES, type)),
    next_change_at: stringOrNull(answer.next_change_at),
    now: string(answer.now),
  }
}

function parseNotice(row: JsonObject): Notice {
  return {
    id: string(row.id),
    title: string(row.title),
    message: string(row.message),
    type: oneOf(NOTICE_TYPES, row.type),
    is_global: boolean(row.is_global),
    important: boolean(row.important),
    action_url: stringOrNull(row.action_url),
    action_label: stringOrNull(row.action_label),
    sent_at: string(row.sent_at),
    expires_at: stringOrNull(row.expires_at),
    is_read: boolean(row.is_read),
  }
}

/** When a row was sent: one that was scheduled is new on the day it falls due. */
export function sentAt({ publish_at, created_at }: NoticeRow): string {
  return publish_at ?? created_at
}

/** An ISO date in microseconds, as exactly as Postgres keeps it. */
export function toMicroseconds(at: string): number {
  const beyond = /\.\d{3}(\d{1,3})/.exec(at)?.[1] ?? ''
  return Date.parse(at) * 1000 + Number(beyond.padEnd(3, '0'))
}
