import { deleteNotifications } from '../notifications/delete-notifications'
import { type NotificationToSend, sendNotification } from '../notifications/send-notification'
import type { Source } from './source'

/**
 * What is done by its name, through Refine's `custom`: acts of more than one row, and those for which a
 * function of the database stands in place of a verb. Each says in its own module what it throws.
 */
export const ACTS = {
  'notifications/delete': ({ client }: Source, { ids }: { ids: readonly string[] }) =>
    deleteNotifications(client, ids),
  'notifications/send': ({ client }: Source, notification: NotificationToSend) =>
    sendNotification(client, notification),
}

type Acts = typeof ACTS
export type ActName = keyof Acts
export type ActInput<N extends ActName> = Parameters<Acts[N]>[1]
export type ActAnswer<N extends ActName> = Awaited<ReturnType<Acts[N]>>
