import { memberName } from '@rookies/data/members/member-list'
import { money } from '@rookies/data/money'
import { needsMember, type PurchaseKind } from '@rookies/data/purchases/by-hand'
import type { Purchase, PurchaseFilter } from '@rookies/data/purchases/purchase-list'
import type { StatusTone } from '../../ui/status-badge'

export const STATUS_LABELS: Record<PurchaseFilter, string> = {
  COMPLETED: 'Completed',
  PENDING: 'Pending',
  FAILED: 'Failed',
  REFUNDED: 'Refunded',
  NO_MEMBER: 'No member',
}

export const STATUS_TONES: Record<PurchaseFilter, StatusTone> = {
  COMPLETED: 'live',
  PENDING: 'draft',
  FAILED: 'danger',
  REFUNDED: 'plain',
  NO_MEMBER: 'draft',
}

/** Labels for purchases that were recorded by hand, which have no provider. */
export const KIND_LABELS: Record<PurchaseKind, string> = {
  bank_transfer: 'Bank transfer',
  scholarship: 'Scholarship',
  other: 'Other',
}

/** Returns a purchase's status. A paid purchase without a member does not count as completed. */
export const statusOf = (purchase: Purchase): PurchaseFilter =>
  needsMember(purchase) ? 'NO_MEMBER' : purchase.status

/** Returns the label of the buyer. */
export function whoOf(purchase: Pick<Purchase, 'member' | 'needs_member' | 'buyer_email'>): string {
  const { member, needs_member, buyer_email } = purchase
  if (member) return memberName(member)
  return needs_member ? (buyer_email ?? 'a buyer without a member') : 'a deleted account'
}

/** Returns what was bought and the amount. */
export const factsOf = ({
  item,
  amount_cents,
  currency,
}: Pick<Purchase, 'item' | 'amount_cents' | 'currency'>) =>
  [item, money(amount_cents, currency)].filter(Boolean).join(', ')
