import { memberName } from '@rookies/data/members/member-list'
import { PURCHASE_MESSAGES, type Purchase } from '@rookies/data/purchases/purchase-list'
import { Form, Typography } from 'antd'
import { FormDialog } from '../../kit/form-dialog'
import { type ChosenPerson, PersonSelect } from '../../kit/person-select'
import { needed } from '../../kit/rules'
import { useActForm } from '../../kit/saved-form'
import { Subject } from '../../ui/subject'
import { factsOf, whoOf } from './status-labels'

type AssignedPurchase = Pick<
  Purchase,
  | 'id'
  | 'item'
  | 'amount_cents'
  | 'currency'
  | 'provider_ref'
  | 'buyer_email'
  | 'member'
  | 'needs_member'
>

interface AssignDialogProps {
  purchase: AssignedPurchase
  onClose: () => void
}

interface Values {
  person: ChosenPerson | null
}

/** Assigns a purchase without a member to the person who paid (rules/purchases#without-member). */
export function AssignDialog({ purchase, onClose }: AssignDialogProps) {
  const saved = useActForm({
    draftOf: `purchases/assign:${purchase.id}`,
    act: ({ person }: Values) => ({
      name: 'purchases/assign',
      input: { id: purchase.id, personId: person?.id ?? '' },
    }),
    done: ({ opened }) =>
      opened ? PURCHASE_MESSAGES.assigned : PURCHASE_MESSAGES.assignedUnopened,
    failed: PURCHASE_MESSAGES.assignFailed,
    leave: onClose,
  })
  const person = Form.useWatch('person', saved.form)
  return (
    <FormDialog
      title="Give to a Member"
      saved={saved}
      initial={NO_ONE}
      submit="Give Purchase"
      submitting="Saving..."
      unsaved={UNSAVED}
      above={
        <>
          <Subject name={whoOf(purchase)} more={factsOf(purchase)} />
          <Typography.Paragraph>
            The payment provider reported a buyer who isn't a member. An email doesn't prove who
            someone is. Ask the buyer, or look up the payment by its Ref,{' '}
            <Typography.Text code copyable={{ tooltips: false }}>
              {purchase.provider_ref}
            </Typography.Text>
          </Typography.Paragraph>
        </>
      }
      note={consequence(purchase, person ?? null)}
      onClose={onClose}
    >
      <Form.Item name="person" label="Member" rules={[needed('Member', 'Please choose who paid')]}>
        <PersonSelect />
      </Form.Item>
    </FormDialog>
  )
}

const NO_ONE: Values = { person: null }

const UNSAVED = {
  discard: 'Discard Choice',
  sentence: 'This purchase has not been given to a member. Continue with it or discard the choice.',
}

function consequence({ item, buyer_email }: AssignedPurchase, person: ChosenPerson | null): string {
  const memberLabel = person ? memberName(person) : 'The member'
  const opens = item
    ? `${memberLabel} gets ${item} at once.`
    : 'It names no course or community of this site, so it gives no access.'
  return buyer_email ? `${opens} The buyer’s email is then deleted.` : opens
}
