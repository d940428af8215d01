import { failure, type Toast } from '../toasts'

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
