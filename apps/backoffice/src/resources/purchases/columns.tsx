import { memberName } from '@rookies/data/members/member-list'
import { money } from '@rookies/data/money'
import { isByHand, needsMember } from '@rookies/data/purchases/by-hand'
import type { Purchase } from '@rookies/data/purchases/purchase-list'
import { Flex } from 'antd'
import { Undo2, UserRoundPlus } from 'lucide-react'
import { PersonLink } from '../../app/person-link'
import { MOMENT_WIDTH, Moment } from '../../kit/cells'
import cells from '../../ui/cells.module.css'
import { Email } from '../../ui/email'
import { QuietButton } from '../../ui/quiet-button'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'
import { KIND_LABELS, STATUS_LABELS, STATUS_TONES, statusOf, whoOf } from './status-labels'

/** Names of payment providers; other providers are shown as they are stored. */
const PROVIDERS: Readonly<Record<string, string>> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  ...KIND_LABELS,
}

const PURCHASE_COLUMNS: readonly RecordColumn<Purchase>[] = [
  { key: 'amount', title: 'Amount', place: 'lead', width: '7.5rem', render: amount },
  { key: 'member', title: 'Member', render: member },
  {
    key: 'item',
    title: 'Item',
    place: 'left',
    width: 'clamp(7rem, 32cqi - 11.5rem, 16rem)',
    render: ({ item }) => item ?? <span className={cells.fact}>Unknown item</span>,
  },
  {
    key: 'provider',
    title: 'Provider',
    place: 'right',
    width: 'clamp(6.5rem, 12cqi - 1rem, 7.5rem)',
    render: ({ provider }) => <span className={cells.fact}>{PROVIDERS[provider] ?? provider}</span>,
  },
  {
    key: 'ref',
    title: 'Ref',
    width: 'clamp(5.5rem, 16cqi - 3.5rem, 10rem)',
    render: ref,
  },
  {
    key: 'date',
    title: 'Date',
    place: 'left',
    width: MOMENT_WIDTH,
    render: ({ created_at }) => (
      <span className={cells.fact}>
        <Moment of={created_at} />
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    place: 'corner',
    width: '7rem',
    render: (purchase) => {
      const status = statusOf(purchase)
      return <StatusBadge tone={STATUS_TONES[status]} label={STATUS_LABELS[status]} />
    },
  },
]

function amount({ amount_cents, refunded_cents, currency, status }: Purchase) {
  const isPartlyRefunded = refunded_cents > 0 && status !== 'REFUNDED'
  return (
    <>
      <p>
        <strong>{money(amount_cents, currency)}</strong>{' '}
        <span className={cells.fact}>{currency}</span>
      </p>
      {isPartlyRefunded && (
        <p className={cells.fact}>{`${money(refunded_cents, currency)} refunded`}</p>
      )}
    </>
  )
}

function member({ member: buyer, needs_member, buyer_email }: Purchase) {
  if (needs_member) {
    return (
      <span className={cells.fact} title={buyer_email ?? undefined}>
        {buyer_email ? <Email>{buyer_email}</Email> : 'Unknown buyer'}
      </span>
    )
  }
  if (!buyer) return <span className={cells.fact}>No account</span>
  const { email } = buyer
  return (
    <span title={email}>
      <PersonLink id={buyer.id}>{memberName(buyer)}</PersonLink>
      <span className={cells.below}>
        <Email>{email}</Email>
      </span>
    </span>
  )
}

/** Shows the provider's reference number or, for a purchase that was recorded by hand, the reasons. */
function ref(purchase: Purchase) {
  const { provider_ref, reason, refund_reason } = purchase
  if (!isByHand(purchase)) {
    return <code className={cells.code}>{provider_ref}</code>
  }
  const reasons = [reason, refund_reason && `Refunded: ${refund_reason}`].filter(Boolean).join('. ')
  return <span className={cells.fact}>{reasons}</span>
}

const named = (purchase: Purchase) =>
  `${money(purchase.amount_cents, purchase.currency)} of ${whoOf(purchase)}`

/** Actions on a purchase; null for readers who may not use them. */
interface PurchaseActions {
  onAssign: ((purchase: Purchase) => void) | null
  onRefund: ((purchase: Purchase) => void) | null
}

/** The columns of the purchases' list, with actions. */
export function purchaseColumns({
  onAssign,
  onRefund,
}: PurchaseActions): readonly RecordColumn<Purchase>[] {
  if (!onAssign && !onRefund) return PURCHASE_COLUMNS
  return [
    ...PURCHASE_COLUMNS,
    {
      key: 'actions',
      title: 'Actions',
      place: 'right',
      actions: true,
      width: '6.5rem',
      align: 'right',
      render: (purchase) =>
        purchase.status === 'COMPLETED' && (
          <Flex justify="flex-end" className={cells.actions}>
            {onAssign && needsMember(purchase) && (
              <QuietButton
                icon={<UserRoundPlus aria-hidden="true" />}
                title="Give to a Member"
                aria-label={`Give ${named(purchase)} to a member`}
                onClick={() => onAssign(purchase)}
              />
            )}
            {onRefund && (
              <QuietButton
                icon={<Undo2 aria-hidden="true" />}
                title="Refund"
                aria-label={`Refund ${named(purchase)}`}
                onClick={() => onRefund(purchase)}
              />
            )}
          </Flex>
        ),
    },
  ]
}
