import { useInvalidate } from '@refinedev/core'
import { memberName } from '@rookies/data/members/member-list'
import { money } from '@rookies/data/money'
import { PURCHASE_TOASTS } from '@rookies/data/purchases/messages'
import type { Purchase } from '@rookies/data/purchases/purchase-list'
import { Alert, Button, Typography } from 'antd'
import { type FormEvent, useCallback, useId, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { type ChosenPerson, PersonSelect } from '../../kit/person-select'
import { Field } from '../../ui/field'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { SaveFailed } from '../../ui/save-failed'
import { StatusLine } from '../../ui/status-line'
import { Subject } from '../../ui/subject'
import { whoOf } from './status-labels'

interface AssignDialogProps {
  purchase: Purchase
  onClose: () => void
}

/** Gives what was paid by somebody whom no member is known for to the member who paid it (rules/purchases#without-member). */
export function AssignDialog({ purchase, onClose }: AssignDialogProps) {
  const id = useId()
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const [person, setPerson] = useState<ChosenPerson | null>(null)
  const [problem, setProblem] = useState<string | undefined>()

  const assign = useAct({
    act: (personId: string) => ({
      name: 'purchases/assign',
      input: { id: purchase.id, personId },
    }),
    onSuccess: async ({ opened }) => {
      toasts.succeeded(opened ? PURCHASE_TOASTS.assigned : PURCHASE_TOASTS.assignedUnopened)
      onClose()
      await Promise.all([
        invalidate({ resource: 'purchases', invalidates: ['list'] }),
        invalidate({ resource: 'profiles', invalidates: ['list'] }),
      ])
    },
  })
  const close = useCallback(() => {
    if (!assign.isPending) onClose()
  }, [assign.isPending, onClose])
  const submit = () => {
    if (person) return assign.mutate(person.id)
    setProblem('Please choose who paid it')
    document.getElementById(`${id}-person`)?.focus()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!assign.isPending) submit()
  }

  return (
    <Modal
      open
      size="form"
      title="Give to a Member"
      onClose={close}
      actions={
        <>
          <Button disabled={assign.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="primary" htmlType="submit" form={id} loading={assign.isPending}>
            {assign.isPending ? 'Saving...' : 'Give Purchase'}
          </Button>
        </>
      }
    >
      <Subject name={whoOf(purchase)} more={factsOf(purchase)} />
      <Typography.Paragraph>
        The payment provider knows this buyer and no member. An address proves nothing of who
        somebody is: ask the buyer, or look the payment up by its Ref,{' '}
        <Typography.Text code copyable={{ tooltips: false }}>
          {purchase.provider_ref}
        </Typography.Text>
      </Typography.Paragraph>
      <form id={id} noValidate onSubmit={onSubmit}>
        <Field id={`${id}-person`} label="Member" error={problem}>
          {(control) => (
            <PersonSelect
              {...control}
              person={person}
              onChange={(chosen) => {
                setPerson(chosen)
                setProblem(undefined)
              }}
            />
          )}
        </Field>
      </form>
      {assign.isError &&
        (assign.error?.hint ? (
          <Alert type="error" message={assign.error.message} />
        ) : (
          <SaveFailed
            title={PURCHASE_TOASTS.assignFailed.text}
            busy={assign.isPending}
            onRetry={submit}
          />
        ))}
      <StatusLine>{consequence(purchase, person)}</StatusLine>
      <LeaveGuard when={person !== null && !assign.isSuccess} />
    </Modal>
  )
}

const factsOf = ({ item, amount_cents, currency }: Purchase) =>
  [item, money(amount_cents, currency)].filter(Boolean).join(', ')

function consequence({ item, buyer_email }: Purchase, person: ChosenPerson | null): string {
  const who = person ? memberName(person) : 'The member'
  const opens = item
    ? `${who} gets ${item} at once.`
    : 'It names nothing that is here, so nothing is opened.'
  return buyer_email ? `${opens} The buyer’s address is forgotten.` : opens
}
