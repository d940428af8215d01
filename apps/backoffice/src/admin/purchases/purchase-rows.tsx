import { memberName } from '@rookies/data/members/member-list'
import { money } from '@rookies/data/purchases/money'
import type { Purchase } from '@rookies/data/purchases/purchase-list'
import dayjs from 'dayjs'
import { Link } from 'react-router-dom'
import { StatusBadge } from '../../ui/status-badge'
import styles from './purchases.module.css'
import { STATUS_LABELS, STATUS_TONES } from './status-labels'

/** How providers write themselves; others are told as they stand. */
const PROVIDERS: Readonly<Record<string, string>> = { stripe: 'Stripe', paypal: 'PayPal' }

/** One page of purchases. */
export function PurchaseRows({
  purchases,
  dimmed,
}: {
  purchases: readonly Purchase[]
  dimmed: boolean
}) {
  return (
    <ul className={styles.list} data-dimmed={dimmed || undefined}>
      {purchases.map((purchase) => (
        <PurchaseRow key={purchase.id} purchase={purchase} />
      ))}
    </ul>
  )
}

function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { amount_cents, refunded_cents, currency, provider, provider_ref, created_at } = purchase
  const { status, member, item } = purchase
  const inPart = refunded_cents > 0 && status !== 'REFUNDED'
  return (
    <li className={styles.row}>
      <div className={styles.amount}>
        <p className={styles.sum}>
          {money(amount_cents, currency)} <span className={styles.currency}>{currency}</span>
        </p>
        {inPart && <p className={styles.fact}>{`${money(refunded_cents, currency)} refunded`}</p>}
      </div>
      <div className={styles.who}>
        {member ? (
          <p className={styles.name}>
            <Link
              to={{ pathname: '/admin/members', search: `q=${encodeURIComponent(member.email)}` }}
            >
              {memberName(member)}
            </Link>{' '}
            <span className={styles.email}>{member.email}</span>
          </p>
        ) : (
          <p className={styles.gone}>No account</p>
        )}
        <p className={styles.fact}>{item ?? 'Unknown item'}</p>
      </div>
      <p className={styles.ref}>
        <span className={styles.provider}>{PROVIDERS[provider] ?? provider}</span>{' '}
        <span className={styles.code}>
          Ref <code>{provider_ref}</code>
        </span>
      </p>
      <time className={styles.when} dateTime={created_at} title={created_at}>
        {dayjs(created_at).format('MMM D, YYYY, HH:mm')}
      </time>
      <div className={styles.status}>
        <StatusBadge tone={STATUS_TONES[status]} label={STATUS_LABELS[status]} />
      </div>
    </li>
  )
}
