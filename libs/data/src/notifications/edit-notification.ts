import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { unwrap } from '../errors'
import { type NotificationDraft, toInstant, toLocalInput } from './admin-draft'
import type { SentNotification } from './notification-list'
import { draftArguments } from './send-notification'

/** The fields that an edit changes. */
export type NotificationEdit = Omit<
  Database['public']['Functions']['edit_notification']['Args'],
  'notification_id'
>

/** Returns the edit of a notification from a draft. Times and links that were not changed keep their exact values. */
export function notificationEdit(
  before: SentNotification,
  draft: NotificationDraft,
): NotificationEdit {
  const publishAt = unchangedMoment(before.publish_at, draft.publishAt)
  const expiresAt = unchangedMoment(before.expires_at, draft.expiresAt)
  return {
    ...draftArguments(draft),
    ...(before.action_url &&
      before.action_url === draft.actionUrl && { action_url: before.action_url }),
    ...(publishAt !== null && { publish_at: publishAt }),
    ...(expiresAt !== null && { expires_at: expiresAt }),
  }
}

/**
 * Updates a record of Refine's resource `notifications` for all its recipients, who cannot be changed. Its time cannot
 * be changed after it has appeared (rules/notifications#edit-and-delete). Throws DataError: `42501`; `PT404`
 * NO_NOTIFICATION; `PT422` and `23514` like `sendNotification`.
 */
export async function editNotification(
  client: Pick<DataClient, 'rpc'>,
  id: string,
  edit: NotificationEdit,
): Promise<void> {
  unwrap(await client.rpc('edit_notification', { ...edit, notification_id: id }))
}

/** Returns the previous moment if the field still shows its minute, so that its seconds are kept. */
function unchangedMoment(before: string | null, local: string): string | null {
  return toLocalInput(before) === local ? before : toInstant(local)
}
