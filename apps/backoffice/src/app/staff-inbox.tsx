import { lazyDialog } from '../kit/lazy-dialog'
import { Inbox } from '../screens/inbox/inbox'
import type { AssignPurchase } from '../screens/inbox/row-dialog'

const Assign: AssignPurchase = lazyDialog(
  () => import('../resources/purchases/assign-waiting'),
  (module) => module.AssignWaiting,
  { title: 'Give to a Member', size: 'form' },
)

/** Passes the dialog of the purchases to the inbox, because the folder of a screen may not import a resource's folder. */
export function StaffInbox() {
  return <Inbox Assign={Assign} />
}
