import { lazyDialog } from '../kit/lazy-dialog'
import { Inbox } from '../screens/inbox/inbox'
import type { AssignPurchase } from '../screens/inbox/row-dialog'

const Assign: AssignPurchase = lazyDialog(
  () => import('../resources/purchases/assign-waiting'),
  (module) => module.AssignWaiting,
  { title: 'Give to a Member', size: 'form' },
)

/** The inbox with the dialog of the purchases, which a screen must not import itself. */
export function StaffInbox() {
  return <Inbox Assign={Assign} />
}
