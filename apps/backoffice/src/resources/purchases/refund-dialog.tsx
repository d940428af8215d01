import { useInvalidate } from '@refinedev/core'
import { money } from '@rookies/data/money'
import { isByHand, type RefundImpact, reasonProblem } from '@rookies/data/purchases/by-hand'
import { PURCHASE_TOASTS } from '@rookies/data/purchases/messages'
import type { Purchase } from '@rookies/data/purchases/purchase-list'
import { Alert, Button, Input, Typography } from 'antd'
import { useCallback, useId, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useRead } from '../../app/use-read'
import { Field } from '../../ui/field'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { SaveFailed } from '../../ui/save-failed'
import { Subject } from '../../ui/subject'
import { Waiting } from '../../ui/waiting'
import { whoOf } from './status-labels'

interface RefundDialogProps {
  purchase: Purchase
  onClose: () => void
}

/** Asks before a purchase is refunded, and says whom it takes what from (rules/purchases#refund). */
export function RefundDialog({ purchase, onClose }: RefundDialogProps) {
  return isByHand(purchase) ? (
    <RefundByHand purchase={purchase} onClose={onClose} />
  ) : (
    <Modal
      open
      title="Refund at the provider"
      onClose={onClose}
      actions={
        <Button type="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Subject name={whoOf(purchase)} more={factsOf(purchase)} />
      <Typography.Paragraph>
        The payment provider took this money, and returns it. Refund it there, by this Ref:{' '}
        <Typography.Text code copyable={{ tooltips: false }}>
          {purchase.provider_ref}
        </Typography.Text>
      </Typography.Paragraph>
      <Typography.Paragraph>
        It is marked as refunded here, and its access ends, as soon as the provider reports it.
        Progress is kept.
      </Typography.Paragraph>
    </Modal>
  )
}

function RefundByHand({ purchase, onClose }: RefundDialogProps) {
  const id = useId()
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const impact = useRead('purchases/refund_impact', {
    input: { id: purchase.id },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

  const refund = useAct({
    act: () => ({ name: 'purchases/refund', input: { id: purchase.id, reason } }),
    onSuccess: async () => {
      toasts.succeeded(PURCHASE_TOASTS.refunded)
      onClose()
      await Promise.all([
        invalidate({ resource: 'purchases', invalidates: ['list'] }),
        invalidate({ resource: 'profiles', invalidates: ['list'] }),
      ])
    },
  })
  const close = useCallback(() => {
    if (!refund.isPending) onClose()
  }, [refund.isPending, onClose])
  const submit = () => {
    const wrong = reasonProblem(reason).reason
    setProblem(wrong)
    if (wrong) document.getElementById(`${id}-reason`)?.focus()
    else refund.mutate()
  }

  return (
    <Modal
      open
      title="Refund purchase?"
      onClose={close}
      actions={
        <>
          <Button disabled={refund.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            type="primary"
            danger
            disabled={!impact.data}
            loading={refund.isPending}
            onClick={submit}
          >
            Refund
          </Button>
        </>
      }
    >
      <Subject name={whoOf(purchase)} more={factsOf(purchase)} />
      {impact.isPending && <Waiting rows={1} />}
      {impact.isError && (
        <ReadFailed
          title={impact.error.hint ? impact.error.message : PURCHASE_TOASTS.impactFailed.text}
          retrying={impact.isFetching}
          onRetry={() => impact.refetch()}
        />
      )}
      {impact.data && (
        <Typography.Paragraph>{consequence(purchase, impact.data)}</Typography.Paragraph>
      )}
      <Field
        id={`${id}-reason`}
        label="Reason"
        error={problem}
        hint="Kept with the purchase and in the audit, and the member may read it."
      >
        {(control) => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={500}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      {refund.isError &&
        (refund.error?.hint ? (
          <Alert type="error" message={refund.error.message} />
        ) : (
          <SaveFailed title={PURCHASE_TOASTS.refundFailed.text} onRetry={submit} />
        ))}
      <LeaveGuard when={reason.trim() !== '' && !refund.isSuccess} />
    </Modal>
  )
}

const factsOf = ({ item, amount_cents, currency }: Purchase) =>
  [item, money(amount_cents, currency)].filter(Boolean).join(', ')

/** Whom a refund takes what from. The money itself is returned by other means. */
function consequence(purchase: Purchase, { revokes, keeps }: RefundImpact): string {
  const [who, what] = [whoOf(purchase), purchase.item ?? 'the course']
  if (!revokes) return `${who} has no access by this purchase any more. Nothing is taken away.`
  return keeps
    ? `${who} keeps ${what} by another grant; only what this purchase gave is taken away.`
    : `${who} loses ${what}; progress is kept.`
}
