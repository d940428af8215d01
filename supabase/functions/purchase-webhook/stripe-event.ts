/** What `record_purchase_event()` takes: an event of a payment, in our words. */
export interface PurchaseEvent {
  provider: 'stripe'
  event_id: string
  kind: 'PENDING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'REFUND' | 'DISPUTE' | 'DISPUTE_LOST'
  /** The payment (`pi_…`); the session (`cs_…`) of a sale that needs no payment or has none yet. */
  ref: string
  session_ref?: string
  /** ISO date. */
  occurred_at: string
  member_id?: string
  course?: string
  community?: string
  /** In the currency's smallest unit; of a refund, all that went back so far. */
  amount_cents?: number
  currency?: string
  /** All of it went back. */
  whole?: boolean
}

/** Something that cannot be an event of Stripe's, although it was signed. */
export class BadEvent extends Error {}

/**
 * Reads one of Stripe's events. Out: null for what is not about a purchase here: other types, other
 * modes (subscriptions, setups), and sales of the same account that name neither a member nor a course.
 * @throws BadEvent
 */
export function readStripeEvent(json: unknown): PurchaseEvent | null {
  const event = fields(json)
  const type = text(event.type)
  const event_id = text(event.id)
  if (!type || !event_id || typeof event.created !== 'number') throw new BadEvent('no event')
  const about = fields(fields(event.data).object)
  const occurred_at = new Date(event.created * 1000).toISOString()
  const common = { provider: 'stripe', event_id, occurred_at } as const
  switch (type) {
    case 'checkout.session.completed': {
      // Paid later, by bank transfer for example: the session is complete, the money is not here.
      const kind = about.payment_status === 'unpaid' ? 'PENDING' : 'COMPLETED'
      return sale({ ...common, kind }, about)
    }
    case 'checkout.session.async_payment_succeeded':
      return sale({ ...common, kind: 'COMPLETED' }, about)
    case 'checkout.session.async_payment_failed':
      return sale({ ...common, kind: 'FAILED' }, about)
    case 'checkout.session.expired':
      return sale({ ...common, kind: 'EXPIRED' }, about)
    case 'charge.refunded':
      return back(
        { ...common, kind: 'REFUND', whole: about.refunded === true },
        about,
        about.amount_refunded,
      )
    case 'charge.dispute.created':
      return back({ ...common, kind: 'DISPUTE' }, about, about.amount)
    case 'charge.dispute.closed':
      return back(
        { ...common, kind: about.status === 'lost' ? 'DISPUTE_LOST' : 'DISPUTE' },
        about,
        about.amount,
      )
    default:
      return null
  }
}

type Begun = Pick<PurchaseEvent, 'provider' | 'event_id' | 'occurred_at' | 'kind' | 'whole'>
type Fields = Readonly<Record<string, unknown>>

function sale(begun: Begun, session: Fields): PurchaseEvent | null {
  if (session.mode !== 'payment') return null
  const metadata = fields(session.metadata)
  // The buyer can put what they like into a payment link's client_reference_id; metadata is the seller's.
  // So it may say for whom it is bought, never what: a cheap course must not open a dear one.
  const member_id = text(metadata.user_id) ?? text(session.client_reference_id)
  const course = text(metadata.course_id) ?? text(metadata.course_slug)
  const community = text(metadata.community_id) ?? text(metadata.community_slug)
  if (!member_id && !course && !community) return null
  const session_ref = text(session.id)
  if (!session_ref) throw new BadEvent('a session without an id')
  return {
    ...begun,
    ref: idOf(session.payment_intent) ?? session_ref,
    session_ref,
    amount_cents: amount(session.amount_total),
    currency: currency(session.currency),
    ...(member_id && { member_id }),
    ...(course && { course }),
    ...(community && { community }),
  }
}

function back(begun: Begun, charge: Fields, sum: unknown): PurchaseEvent | null {
  const ref = idOf(charge.payment_intent)
  // Charges without one are older than Checkout and none of ours.
  if (!ref) return null
  return { ...begun, ref, amount_cents: amount(sum), currency: currency(charge.currency) }
}

function amount(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new BadEvent('an amount that is none')
}

function currency(value: unknown): string {
  const code = text(value)?.toUpperCase()
  if (code && /^[A-Z]{3}$/.test(code)) return code
  throw new BadEvent('a currency that is none')
}

/** An id, or the id of what was sent in its place. */
function idOf(value: unknown): string | undefined {
  return text(value) ?? text(fields(value).id)
}

/** Ids and names; nothing longer than the longest of them. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 255 ? value : undefined
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {}
}
