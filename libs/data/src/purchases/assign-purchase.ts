import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { boolean, object } from '../json'
import type { Purchase } from './purchase-list'

/** Returns whether a paid purchase belongs to no known member yet. */
export function needsMember({ needs_member, status }: Pick<Purchase, 'needs_member' | 'status'>) {
  return needs_member && status === 'COMPLETED'
}

/**
 * Gives a paid purchase without a member to a member, grants what it bought, and deletes the buyer's email
 * (rules/purchases#without-member). Repeating the call changes nothing more. Returns whether access was granted. Throws
 * DataError: `42501`, `PT404` `NO_PURCHASE` and `NO_PERSON`, `PT409` `HAS_MEMBER`, `PT422` `NOT_PAID`.
 */
export async function assignPurchase(
  client: Pick<DataClient, 'rpc'>,
  purchaseId: string,
  personId: string,
): Promise<{ opened: boolean }> {
  const call = client.rpc('assign_purchase', { purchase_id: purchaseId, user_id: personId })
  return { opened: boolean(object(unwrap(await call)).opened) }
}
