import { lazyDialog } from '../kit/lazy-dialog'
import { type AssignPurchase, Inbox } from '../screens/inbox/inbox'

const Assign: AssignPurchase = lazyDialog(
  () => import('../resources/purchases/assign-waiting'),
  (module) => module.AssignWaiting,
  { title: 'Give to a Member', size: 'form' },
)

/** The inbox of the open panel, with the purchases' dialog. */
export function StaffInbox() {
  return <Inbox Assign={Assign} />
}
