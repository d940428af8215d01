import type { Toast } from '../course-editing/messages'
import { type DataError, DEFAULT_ERROR_MESSAGE } from '../errors'

const failure = (text: string): Toast => ({ title: 'Error', text })

/** Texts of the administrators' notifications (rules/interface#messages). */
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

/** What the server said of a failure, where it said anything for people to read. */
export function serverMessage({ hint, message }: DataError): string | null {
  // Refusals of our own are sentences; Postgres writes for developers.
  return hint === undefined || message === DEFAULT_ERROR_MESSAGE ? null : message
}

/** A failure, told by what the server said of it, else by the text for it. */
export function failureToast(toast: Toast, error: DataError): Toast {
  const sentence = serverMessage(error)
  return sentence === null ? toast : { title: 'Error', text: sentence }
}
