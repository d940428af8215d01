import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, string, stringOrNull } from '../json'

/** An event of a payment provider that a person must check (rules/purchases#refused-events). */
export interface PurchaseNotice {
  id: string
  provider: string
  event_id: string
  /** The provider's name of the event: `checkout.session.completed`. */
  type: string
  reasons: string[]
  /** The payment of the event; null if unknown. */
  ref: string | null
  /** ISO date. */
  told_at: string
  /** How often the provider sent it. */
  times: number
}

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

/** Returns the reasons as part of a sentence; an unknown reason is shown unchanged. */
export function noticeReason({ reasons }: Pick<PurchaseNotice, 'reasons'>): string {
  return reasons.map((reason) => REASONS[reason] ?? reason).join('; ')
}

/** Parses the answer of `open_purchase_notices()`. Throws DataError `MALFORMED` for data of another shape. */
export function parseNotices(json: Json | undefined): PurchaseNotice[] {
  return list(json).map((one) => {
    const row = object(one)
    return {
      id: string(row.id),
      provider: string(row.provider),
      event_id: string(row.event_id),
      type: string(row.type),
      reasons: list(row.reasons).map(string),
      ref: stringOrNull(row.ref),
      told_at: string(row.told_at),
      times: number(row.times),
    }
  })
}

/** Marks an event as handled. Repeating the call changes nothing. Throws DataError: `42501`, `PT404` `NO_NOTICE`. */
export async function dismissNotice(client: Pick<DataClient, 'rpc'>, id: string): Promise<void> {
  unwrap(await client.rpc('dismiss_purchase_notice', { notice_id: id }))
}
