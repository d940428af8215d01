import type { PurchaseStatus } from '@rookies/data/purchases/purchase-list'
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
