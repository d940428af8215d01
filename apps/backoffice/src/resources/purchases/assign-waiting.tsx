import type { RowOf } from '@rookies/data/inbox/inbox'
import { AssignDialog } from './assign-dialog'

interface AssignWaitingProps {
  row: RowOf<'PURCHASE'>
  onClose: () => void
}

/** Assigns a purchase from the inbox to a member. */
export function AssignWaiting({ row: { subject_id, facts }, onClose }: AssignWaitingProps) {
  const { item, amount_cents, currency, ref, buyer_email } = facts
  return (
    <AssignDialog
      purchase={{
        ...{ id: subject_id, item, amount_cents, currency, provider_ref: ref, buyer_email },
        ...{ member: null, needs_member: true },
      }}
      onClose={onClose}
    />
  )
}
