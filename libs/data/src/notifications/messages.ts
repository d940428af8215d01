import { toDataError } from '../errors'
import type { Outage } from '../live/live-connection'

/** Texts from the catalogue of messages (rules/interface#messages). */
export const MARK_ALL_FAILED = 'Failed to mark notifications as read'

export const MARK_ONE_FAILED = 'Failed to mark notification as read'

/** Shown if the session has ended. */
const NOT_SIGNED_IN = 'User not authenticated'

/** Returns the toast for a failed action in the bell. */
export function bellFailure(thrown: unknown, text: string): string {
  return toDataError(thrown).status === 401 ? NOT_SIGNED_IN : text
}

/** Returns the message about how many notifications were marked as read. */
export function markedMessage(marked: number): string {
  return `Marked ${marked} notifications as read`
}

/** Shown while no live changes arrive (rules/notifications#live). */
export const OUTAGE_MESSAGES: Record<Outage, string> = {
  closed: 'Real-time connection closed',
  'timed-out': 'Real-time connection timed out',
  failed: 'Failed to connect to real-time notifications',
}

/** Shown once per outage. */
export const CONNECTION_ERROR = {
  title: 'Connection Error',
  text: 'Failed to connect to real-time notifications. Notifications may be delayed.',
} as const
