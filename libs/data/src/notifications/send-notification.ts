import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import { NO_RECIPIENT, type NotificationDraft, type Recipients, toInstant } from './admin-draft'

/** A draft on its way out. */
export interface NotificationToSend {
  draft: NotificationDraft
  recipients: Recipients
  sendId: string
}

/**
 * Sends a draft to all members or to one person (rules/notifications#sender). `sendId` is made once for a draft and kept
 * until this succeeds: the same send again, as after a lost answer, sends nothing more. Throws DataError:
 * `42501`; `PT422` with hint NO_RECIPIENT, LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; `PT409` SENT_ALREADY
 * when another text went out under this id; `23503` when the person is gone; `23514` for texts and links
 * that do not fit.
 */
export async function sendNotification(
  client: Pick<DataClient, 'rpc'>,
  { draft, recipients, sendId }: NotificationToSend,
): Promise<void> {
  const [publishAt, expiresAt] = [toInstant(draft.publishAt), toInstant(draft.expiresAt)]
  const values = {
    ...draftArguments(draft),
    send_id: sendId,
    ...(publishAt !== null && { publish_at: publishAt }),
    ...(expiresAt !== null && { expires_at: expiresAt }),
  }
  if (recipients.audience === 'global') {
    unwrap(await client.rpc('send_global_notification', values))
    return
  }
  if (!recipients.person) {
    throw new DataError({ code: 'PT422', hint: 'NO_RECIPIENT', message: NO_RECIPIENT })
  }
  unwrap(
    await client.rpc('send_user_notification', { ...values, recipient_id: recipients.person.id }),
  )
}

/** Text, link and weight of a draft under the database's names; what is empty is left out. */
export function draftArguments(draft: NotificationDraft) {
  const [url, label] = [draft.actionUrl.trim(), draft.actionLabel.trim()]
  return {
    title: draft.title.trim(),
    message: draft.message.trim(),
    type: draft.type,
    important: draft.important,
    ...(url && { action_url: url }),
    ...(label && { action_label: label }),
  }
}
