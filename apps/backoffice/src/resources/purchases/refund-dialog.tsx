import { isByHand, type RefundImpact } from '@rookies/data/purchases/by-hand'
import { PURCHASE_MESSAGES, type Purchase } from '@rookies/data/purchases/purchase-list'
import { failureToast } from '@rookies/data/toasts'
import { Button, Typography } from 'antd'
import type { ReactNode } from 'react'
import { UNCACHED, useRead } from '../../app/use-read'
import { FormDialog } from '../../kit/form-dialog'
import { useActForm } from '../../kit/saved-form'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { Subject } from '../../ui/subject'
import { Waiting } from '../../ui/waiting'
import { ReasonField } from './reason-field'
import { factsOf, whoOf } from './status-labels'

interface RefundDialogProps {
  purchase: Purchase
  onClose: () => void
}

/** Asks for confirmation before a purchase is refunded, and says who loses which access (rules/purchases#refund). */
export function RefundDialog({ purchase, onClose }: RefundDialogProps) {
  return isByHand(purchase) ? (
    <RefundByHand purchase={purchase} onClose={onClose} />
  ) : (
    <Modal
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
        The payment provider took this payment and has to return it. Refund it there, with this Ref:{' '}
        <Typography.Text code copyable={{ tooltips: false }}>
          {purchase.provider_ref}
        </Typography.Text>
      </Typography.Paragraph>
      <Typography.Paragraph>
        When the provider reports the refund, the purchase is marked as refunded here and its access
        ends. Progress is kept.
      </Typography.Paragraph>
    </Modal>
  )
}

const NO_REASON = { reason: '' }

const UNSAVED = {
  discard: 'Discard Reason',
  sentence: 'This purchase has not been refunded. Continue with it or discard the reason.',
}

function RefundByHand({ purchase, onClose }: RefundDialogProps) {
  const impact = useRead('purchases/refund_impact', {
    input: { id: purchase.id },
    ...UNCACHED,
    refetchOnWindowFocus: false,
  })
  const saved = useActForm({
    draftOf: `purchases/refund:${purchase.id}`,
    act: ({ reason }: typeof NO_REASON) => ({
      name: 'purchases/refund',
      input: { id: purchase.id, reason },
    }),
    done: PURCHASE_MESSAGES.refunded,
    failed: PURCHASE_MESSAGES.refundFailed,
    leave: onClose,
  })
  return (
    <FormDialog
      title="Refund purchase?"
      size="question"
      saved={saved}
      initial={NO_REASON}
      submit="Refund"
      danger
      blocked={!impact.data}
      unsaved={UNSAVED}
      above={
        <>
          <Subject name={whoOf(purchase)} more={factsOf(purchase)} />
          {impact.isPending && <Waiting rows={1} />}
          {impact.isError && (
            <ReadFailed
              title={failureToast(PURCHASE_MESSAGES.impactFailed, impact.error).text}
              read={impact}
            />
          )}
          {impact.data && (
            <Typography.Paragraph>{consequence(purchase, impact.data)}</Typography.Paragraph>
          )}
        </>
      }
      onClose={onClose}
    >
      <ReasonField />
    </FormDialog>
  )
}

/** Says who loses which access. The money is not returned by this product. */
function consequence(purchase: Purchase, { revokes, keeps }: RefundImpact): ReactNode {
  const buyer = whoOf(purchase)
  if (!revokes) return `${buyer} no longer has access through this purchase. Nothing is taken away.`
  const courseName = purchase.item === null ? 'the course' : <strong>{purchase.item}</strong>
  return keeps ? (
    <>
      {buyer} keeps {courseName} through another grant. Only the access from this purchase is taken
      away.
    </>
  ) : (
    <>
      {buyer} loses {courseName}. Progress is kept.
    </>
  )
}
