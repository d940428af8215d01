import { toDataError } from '../errors'
import type { Outage } from '../live/live-connection'

/** Of the catalogue (rules/interface#messages). */
export const MARK_ALL_FAILED = 'Failed to mark notifications as read'

/** Of the catalogue. */
export const MARK_ONE_FAILED = 'Failed to mark notification as read'

/** The session is over. */
const NOT_SIGNED_IN = 'User not authenticated'

/** What is said of an act in the bell that failed. */
export function bellFailure(thrown: unknown, text: string): string {
  return toDataError(thrown).status === 401 ? NOT_SIGNED_IN : text
}

/** How many were marked. */
export function markedMessage(marked: number): string {
  return `Marked ${marked} notifications as read`
}

/** What people read while nothing arrives by itself (rules/notifications#live). */
export const OUTAGE_MESSAGES: Record<Outage, string> = {
  closed: 'Real-time connection closed',
  'timed-out': 'Real-time connection timed out',
  failed: 'Failed to connect to real-time notifications',
}

/** Said once for each outage. */
export const CONNECTION_ERROR = {
  title: 'Connection Error',
  text: 'Failed to connect to real-time notifications. Notifications may be delayed.',
} as const
