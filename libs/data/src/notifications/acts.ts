import { acts } from '../records/named'
import { deleteNotifications } from './delete-notifications'

export const NOTIFICATION_ACTS = acts(['notifications'], {
  'notifications/delete':
    () =>
    (client, { ids }: { ids: readonly string[] }) =>
      deleteNotifications(client, ids),
})
