import { memberName } from '@rookies/data/members/member-list'
import { needsMember } from '@rookies/data/purchases/assign-purchase'
import type { PurchaseKind } from '@rookies/data/purchases/by-hand'
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

/** How a purchase by hand was paid; each stands where a provider stands otherwise. */
export const KIND_LABELS: Record<PurchaseKind, string> = {
  bank_transfer: 'Bank transfer',
  scholarship: 'Scholarship',
  other: 'Other',
}

/** How it stands: what is paid and waits for a member is not done. */
export const statusOf = (purchase: Purchase): PurchaseFilter =>
  needsMember(purchase) ? 'NO_MEMBER' : purchase.status

/** Who bought it, in words. */
export function whoOf(purchase: Pick<Purchase, 'member' | 'needs_member' | 'buyer_email'>): string {
  const { member, needs_member, buyer_email } = purchase
  if (member) return memberName(member)
  return needs_member ? (buyer_email ?? 'a buyer without a member') : 'an account that is gone'
}
