import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { boolean, object } from '../json'
import type { Purchase } from './purchase-list'

/** Whether it was paid by somebody whom no member is known for, and waits to be given to one. */
export function needsMember({ needs_member, status }: Pick<Purchase, 'needs_member' | 'status'>) {
  return needs_member && status === 'COMPLETED'
}

/**
 * Gives a paid purchase of no known member to a member, opens what it bought, and forgets the buyer's address
 * (rules/purchases#without-member); once, however often it is sent. Out: whether it opened something. Throws
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
