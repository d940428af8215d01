import { byId, reads } from '../records/named'
import { readRefundImpact } from './by-hand'

export const PURCHASE_READS = reads([], {
  'purchases/refund_impact': () => byId(readRefundImpact),
})
