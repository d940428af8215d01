import type { CrudFilters } from '@refinedev/core'
import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import {
  filtersOf,
  filterValue,
  filterValues,
  type ListParams,
  SEARCH_FIELD,
  signalOf,
} from '../records/list-params'
import { NOTICE_TYPES, type NoticeType } from './notice'

type NotificationRow = Database['public']['Tables']['notifications']['Row']

/** Values of the recipients filter. */
export const AUDIENCES = ['global', 'specific'] as const
export type Audience = (typeof AUDIENCES)[number]

/** The sender or the recipient of a notification. */
export interface NotificationPerson {
  id: string
  name: string | null
  email: string
}

/** A notification as the administrators' list shows it; dates are ISO dates. */
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
  /** Null when it goes to everybody. */
  recipient: NotificationPerson | null
  /** Null when the account is gone. */
  sender: NotificationPerson | null
  /** When its one recipient read it; of one to everybody always null. */
  read_at: string | null
}

export interface NotificationPage {
  data: SentNotification[]
  /** Exact where `bounded` is false; else a search found more than 1,000. */
  total: number
  bounded: boolean
  newer: boolean
  older: boolean
  /** Of all notifications, whatever the filter; `recent` of the last 24 hours. */
  sums: { total: number; global: number; specific: number; recent: number }
}

/** What the list shows, as it stands in its address. */
export interface NotificationQuery {
  /** Words of title and message. */
  search: string
  /** Empty for all. */
  type: NoticeType | ''
  audience: Audience | ''
  /** Place behind or ahead of which the page is, `time,id`; at most one of them. */
  after: string
  before: string
}

/** Notifications on one page. */
export const NOTIFICATIONS_PAGE_SIZE = 50

const PLACE = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d),[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the list's state from its address; whatever is unknown is left out. */
export function parseNotificationParams(params: URLSearchParams): NotificationQuery {
  const place = (name: string) => {
    const value = params.get(name) ?? ''
    return PLACE.test(value) ? value : ''
  }
  const after = place('after')
  return {
    search: params.get('q')?.trim().slice(0, 100) ?? '',
    type: NOTICE_TYPES.find((type) => type === params.get('type')) ?? '',
    audience: AUDIENCES.find((audience) => audience === params.get('to')) ?? '',
    after,
    before: after ? '' : place('before'),
  }
}

/** The filter by the names that the export knows; what is empty does not count. */
export function notificationFilter({ search, type, audience }: NotificationQuery) {
  return { search, type, audience }
}

/** Where a notification stands in the list, for the page behind or ahead of it. */
export function notificationCursor({ created_at, id }: SentNotification): string {
  return `${created_at},${id}`
}

/** The filter for Refine, with the place. */
export function notificationFilters(query: NotificationQuery): CrudFilters {
  const { search, type, audience, after, before } = query
  return filtersOf({ [SEARCH_FIELD]: search, type, audience, after, before })
}

/**
 * How Refine's list of `notifications` is read: all of them, newest first, from anywhere in them at the
 * same cost, and what they come to. Fails with a DataError, `42501` for callers who may not read them all.
 */
export async function readNotifications(
  client: Pick<DataClient, 'rpc'>,
  { filters, pagination, meta }: ListParams,
): Promise<NotificationPage> {
  const query = filterValue(filters, SEARCH_FIELD)
  const type = NOTICE_TYPES.find((known) => known === filterValue(filters, 'type'))
  // Not as an address, which servers write into their logs: messages to people are searched.
  const answer = client.rpc('notification_list', {
    ...(query && { query }),
    ...(type && { type }),
    ...filterValues(filters, ['audience', 'after', 'before']),
    page_size: pagination?.pageSize ?? NOTIFICATIONS_PAGE_SIZE,
  })
  return parsePage(unwrap(await answer.abortSignal(signalOf(meta))))
}

function parsePage(json: Json): NotificationPage {
  const page = object(json)
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
