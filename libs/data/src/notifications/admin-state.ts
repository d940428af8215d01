import type { SentNotification } from './notification-list'

/** Where a notification stands in time: not there yet, there, or over. */
export type NotificationState = 'scheduled' | 'sent' | 'ended'

/** In: its beginning and end as ISO dates, null where it has none, and the present in milliseconds. */
export function notificationState(
  { publish_at, expires_at }: Pick<SentNotification, 'publish_at' | 'expires_at'>,
  now: number,
): NotificationState {
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'ended'
  if (publish_at !== null && Date.parse(publish_at) > now) return 'scheduled'
  return 'sent'
}
