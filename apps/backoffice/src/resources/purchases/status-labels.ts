import { memberName } from '@rookies/data/members/member-list'
import type { PurchaseKind } from '@rookies/data/purchases/by-hand'
import type { Purchase, PurchaseStatus } from '@rookies/data/purchases/purchase-list'
import type { StatusTone } from '../../ui/status-badge'

export const STATUS_LABELS: Record<PurchaseStatus, string> = {
  COMPLETED: 'Completed',
  PENDING: 'Pending',
  FAILED: 'Failed',
  REFUNDED: 'Refunded',
}

export const STATUS_TONES: Record<PurchaseStatus, StatusTone> = {
  COMPLETED: 'live',
  PENDING: 'draft',
  FAILED: 'danger',
  REFUNDED: 'plain',
}

/** How a purchase by hand was paid; each stands where a provider stands otherwise. */
export const KIND_LABELS: Record<PurchaseKind, string> = {
  bank_transfer: 'Bank transfer',
  scholarship: 'Scholarship',
  other: 'Other',
}

/** Who bought it, in words. */
export const whoOf = ({ member }: Pick<Purchase, 'member'>) =>
  member ? memberName(member) : 'an account that is gone'
