import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import { typedLink } from '../links/typed-link'
import { filtersOf } from '../records/list-params'
import { NO_RECIPIENT, type NotificationDraft, type Recipients, toInstant } from './admin-draft'

/** A draft with its recipients. */
export interface NotificationToSend {
  draft: NotificationDraft
  recipients: Recipients
}

/**
 * Sends a notification to all members or to one person (rules/notifications#sender). Repeating the call with the same
 * `id` (the operation id) sends nothing more (rules/data#idempotent). Throws DataError: `42501`; `PT422` with hint
 * NO_RECIPIENT, LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; `PT409` SENT_ALREADY if another text was sent with this id;
 * `23503` if the person was deleted; `23514` for invalid texts and links.
 */
export async function sendNotification(
  client: Pick<DataClient, 'rpc'>,
  { id, draft, recipients }: NotificationToSend & { id: string },
): Promise<void> {
  const [publishAt, expiresAt] = [toInstant(draft.publishAt), toInstant(draft.expiresAt)]
  const values = {
    ...draftArguments(draft),
    send_id: id,
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

/** Returns text, link and importance of a draft as arguments of the database functions, without empty values. */
export function draftArguments(draft: NotificationDraft) {
  const [url, label] = [typedLink(draft.actionUrl), draft.actionLabel.trim()]
  return {
    title: draft.title.trim(),
    message: draft.message.trim(),
    type: draft.type,
    important: draft.important,
    ...(url && { action_url: url }),
    ...(label && { action_label: label }),
  }
}

/** Refine's filters for the members who receive a notification to all: those with active accounts. */
export const RECIPIENT_FILTERS = filtersOf({ state: 'active' })
