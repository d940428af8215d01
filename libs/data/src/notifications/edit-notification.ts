import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { unwrap } from '../errors'
import { type NotificationDraft, toInstant, toLocalInput } from './admin-draft'
import type { SentNotification } from './notification-list'
import { draftArguments } from './send-notification'

/** What an edit of a notification says. */
export type NotificationEdit = Omit<
  Database['public']['Functions']['edit_notification']['Args'],
  'notification_id'
>

/** In: the notification as it was read, and the draft. Out: the edit; times that were left alone stay. */
export function notificationEdit(
  before: SentNotification,
  draft: NotificationDraft,
): NotificationEdit {
  const publishAt = unchangedMoment(before.publish_at, draft.publishAt)
  const expiresAt = unchangedMoment(before.expires_at, draft.expiresAt)
  return {
    ...draftArguments(draft),
    ...(publishAt !== null && { publish_at: publishAt }),
    ...(expiresAt !== null && { expires_at: expiresAt }),
  }
}

/**
 * How one of Refine's `notifications` is updated: it changes for all who have it; its recipients never
 * change, nor when it appeared once it has (rules/notifications#edit-and-delete). Throws DataError: `42501`; `PT404` NO_NOTIFICATION; `PT422` and `23514` as `sendNotification` does.
 */
export async function editNotification(
  client: Pick<DataClient, 'rpc'>,
  id: string,
  edit: NotificationEdit,
): Promise<void> {
  unwrap(await client.rpc('edit_notification', { ...edit, notification_id: id }))
}

/** The field shows minutes: what was left alone stays to the second. */
function unchangedMoment(before: string | null, local: string): string | null {
  return toLocalInput(before) === local ? before : toInstant(local)
}
