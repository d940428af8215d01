import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, listOf, number, orNull, shape, string } from '../json'

const parseNotice = shape({
  id: string,
  provider: string,
  event_id: string,
  /** The provider's name for the event, such as `checkout.session.completed`. */
  type: string,
  reasons: listOf(string),
  /** The provider's id of the payment; null if unknown. */
  ref: orNull(string),
  /** When the event arrived, as an ISO date. */
  told_at: string,
  /** How often the provider has sent the event. */
  times: number,
})
/** An event of a payment provider that an administrator must check (rules/purchases#refused-events). */
export type PurchaseNotice = Answer<typeof parseNotice>

/** Reads the answer of `open_purchase_notices()`. */
export const parseNotices = listOf(parseNotice)

const REASONS: Readonly<Record<string, string>> = {
  BAD_AMOUNT: 'its amount is not a valid whole number',
  BAD_CURRENCY: 'its currency is not valid',
  BAD_EVENT: 'it lacks required values',
  FAILED: 'it could not be recorded and will be sent again',
  NO_COURSE: 'it names no course',
  UNKNOWN_COURSE: 'it names a course that does not exist',
  COURSE_DELETED: 'its course was deleted',
  UNKNOWN_COMMUNITY: 'it names a community that does not exist',
  AMOUNT_DIFFERS: 'its amount differs from an earlier event of the same sale',
  NOT_GIVEN_BACK: 'a refund failed, and the access that it ended could not be restored',
}

/** Returns the reasons as part of a sentence. An unknown reason is shown unchanged. */
export function noticeReason({ reasons }: Pick<PurchaseNotice, 'reasons'>): string {
  return reasons.map((reason) => REASONS[reason] ?? reason).join('; ')
}

/** Marks an event as handled. Repeating the call changes nothing. Throws DataError: `42501`, `PT404` `NO_NOTICE`. */
export async function dismissNotice(client: Pick<DataClient, 'rpc'>, id: string): Promise<void> {
  unwrap(await client.rpc('dismiss_purchase_notice', { notice_id: id }))
}
