import type { NotificationQuery } from './notification-list'

/** Query keys of the administrators' notifications; the bell has its own. */
export const adminNotificationKeys = {
  all: ['admin-notifications'] as const,
  list: (query: NotificationQuery) => [...adminNotificationKeys.all, 'list', query] as const,
  /** How many people one to everybody would reach. */
  audience: () => [...adminNotificationKeys.all, 'audience'] as const,
  /** People to choose a recipient from. */
  recipients: (text: string) => [...adminNotificationKeys.all, 'recipients', text] as const,
}
