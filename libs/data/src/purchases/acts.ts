import { acts, byId } from '../records/named'
import { assignPurchase, refundPurchase } from './by-hand'
import { dismissNotice } from './notices'

export const PURCHASE_ACTS = acts(['purchases'], {
  'purchases/assign':
    () =>
    (client, { id, personId }: { id: string; personId: string }) =>
      assignPurchase(client, id, personId),
  'purchases/dismiss_notice': () => byId(dismissNotice),
  'purchases/refund':
    () =>
    (client, { id, reason }: { id: string; reason: string }) =>
      refundPurchase(client, id, reason),
})
