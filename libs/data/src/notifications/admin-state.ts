import type { SentNotification } from './notification-list'

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
