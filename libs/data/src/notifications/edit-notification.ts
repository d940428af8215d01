import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type NotificationDraft, toInstant, toLocalInput } from './admin-draft'
import type { SentNotification } from './notification-list'
import { draftArguments } from './send-notification'

/**
 * Changes a notification for all who have it; its recipients never change, nor when it appeared
 * once it has (rules/notifications#edit-and-delete). Throws DataError: `42501`; `PT404` NO_NOTIFICATION; `PT422` and `23514` as
 * `sendNotification` does.
 */
export async function editNotification(
  client: Pick<DataClient, 'rpc'>,
  before: SentNotification,
  draft: NotificationDraft,
): Promise<void> {
  const publishAt = kept(before.publish_at, draft.publishAt)
  const expiresAt = kept(before.expires_at, draft.expiresAt)
  unwrap(
    await client.rpc('edit_notification', {
      notification_id: before.id,
      ...draftArguments(draft),
      ...(publishAt !== null && { publish_at: publishAt }),
      ...(expiresAt !== null && { expires_at: expiresAt }),
    }),
  )
}

/** The field shows minutes: what was left alone stays to the second. */
function kept(before: string | null, local: string): string | null {
  return toLocalInput(before) === local ? before : toInstant(local)
}
